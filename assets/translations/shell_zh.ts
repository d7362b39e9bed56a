<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Caption</name>
    <message>
        <source>Words: most probable</source>
        <extracomment>part of a figure&apos;s caption</extracomment>
        <translation>选词：取概率最大的词</translation>
    </message>
    <message>
        <source>Words: drawn, temperature %1, top-k %2, top-p %3, min-p %4, seed %5</source>
        <translation>选词：采样，温度 %1，top-k %2，top-p %3，min-p %4，种子 %5</translation>
    </message>
    <message>
        <source>“%1” forced at step %2</source>
        <translation>第 %2 步指定“%1”</translation>
    </message>
    <message>
        <source>, head %1</source>
        <translation>，第 %1 个头</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 已改动</translation>
    </message>
    <message>
        <source>Changes: none</source>
        <translation>改动：无</translation>
    </message>
    <message>
        <source>Changes: %1</source>
        <translation>改动：%1</translation>
    </message>
    <message>
        <source>Model %1, step %2 of %3. Input: %4. Written so far: %5</source>
        <translation>模型 %1，第 %2 步，共 %3 步。输入：%4。已写出：%5</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1. %2. Vitrine %3</source>
        <translation>%1。%2。Vitrine %3</translation>
    </message>
</context>
<context>
    <name>EngineSentence</name>
    <message>
        <source>[%1] %2</source>
        <extracomment>a sentence of the engine (%2) and the part of the engine or the file it comes from (%1)</extracomment>
        <translation>%2（%1）</translation>
    </message>
    <message>
        <source>%1</source>
        <extracomment>a sentence of the engine that is not translated, because only a fault of the program leads to it</extracomment>
        <translation>程序内部的检查没有通过：%1</translation>
    </message>
</context>
<context>
    <name>vitrine::BranchesView</name>
    <message>
        <source>Set aside</source>
        <translation>留作对比</translation>
    </message>
    <message>
        <source>Keep this translation for comparison</source>
        <translation>把这个译文留下来对比</translation>
    </message>
    <message>
        <source>most probable words</source>
        <translation>每步取概率最大的词</translation>
    </message>
    <message>
        <source>drawn at temperature %1, seed %2</source>
        <translation>温度 %1 采样，种子 %2</translation>
    </message>
    <message>
        <source>forced: %1</source>
        <translation>指定：%1</translation>
    </message>
    <message>
        <source>changes: %1</source>
        <translation>改动：%1 处</translation>
    </message>
    <message>
        <source>Type a sentence above; its translations can be compared here.</source>
        <translation>在上面输入一个句子，这里可以对比它的各个译文。</translation>
    </message>
    <message>
        <source>Force another word, or set this translation aside: then the two stand here side by side.</source>
        <translation>指定另一个词，或者把这个译文留作对比，两个译文就会并排显示在这里。</translation>
    </message>
    <message>
        <source>Words that differ are outlined; under each word its probability, and how it changed.</source>
        <translation>不同的词加了边框；每个词下面是它的概率和变化量。</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Branch %1</source>
        <translation>分支 %1</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>改用它</translation>
    </message>
    <message>
        <source>Make this branch the present translation</source>
        <translation>用这个分支作为当前译文</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove this branch; undo brings it back</source>
        <translation>移除这个分支；撤销可以找回</translation>
    </message>
    <message>
        <source>%1: branch %2</source>
        <translation>%1：分支 %2</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
</context>
<context>
    <name>vitrine::CandidateTable</name>
    <message>
        <source>%1 draws</source>
        <translation>抽样 %1 次</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>softmax p</source>
        <translation>softmax p</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>top-p</source>
        <translation>top-p</translation>
    </message>
    <message>
        <source>min-p: q</source>
        <translation>min-p：q</translation>
    </message>
    <message>
        <source>against q</source>
        <translation>与 q 对比</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选词</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>mass</source>
        <translation>概率和</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>抽中</translation>
    </message>
    <message>
        <source>Click to see in the inspector where this logit comes from.</source>
        <translation>点击后在检查器里查看这个 logit 的来历。</translation>
    </message>
    <message>
        <source>Click to put “%1” here and see what follows.</source>
        <translation>点击后在这里放入“%1”，看后文如何变化。</translation>
    </message>
    <message>
        <source>draws</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>min-p</source>
        <translation>min-p</translation>
    </message>
</context>
<context>
    <name>vitrine::Experiment</name>
    <message>
        <source>Type a sentence</source>
        <translation>输入句子</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Move to another step</source>
        <translation>换到另一步</translation>
    </message>
    <message>
        <source>Change how words are chosen</source>
        <translation>改变选词方式</translation>
    </message>
    <message>
        <source>Force a word</source>
        <translation>指定一个词</translation>
    </message>
    <message>
        <source>Let the model choose again</source>
        <translation>让模型重新选词</translation>
    </message>
    <message>
        <source>Change the run</source>
        <translation>改动运行过程</translation>
    </message>
    <message>
        <source>Take a change back</source>
        <translation>收回一处改动</translation>
    </message>
    <message>
        <source>Take all changes back</source>
        <translation>收回全部改动</translation>
    </message>
    <message>
        <source>Set a branch aside</source>
        <translation>留存分支</translation>
    </message>
    <message>
        <source>Take another branch</source>
        <translation>改用另一分支</translation>
    </message>
    <message>
        <source>Remove a branch</source>
        <translation>移除分支</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>打开文件</translation>
    </message>
</context>
<context>
    <name>vitrine::FileActions</name>
    <message>
        <source>Vitrine</source>
        <translation>Vitrine</translation>
    </message>
    <message>
        <source>The file could not be opened.</source>
        <translation>无法打开文件。</translation>
    </message>
    <message>
        <source>Open a saved state</source>
        <translation>打开保存的状态</translation>
    </message>
    <message>
        <source>Vitrine states (*.json)</source>
        <translation>Vitrine 状态 (*.json)</translation>
    </message>
    <message>
        <source>Save this state</source>
        <translation>保存当前状态</translation>
    </message>
    <message>
        <source>The file could not be saved.</source>
        <translation>无法保存文件。</translation>
    </message>
    <message>
        <source>Vector figure (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>PDF page (*.pdf)</source>
        <translation>PDF 页面 (*.pdf)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Table of numbers (*.csv)</source>
        <translation>数值表 (*.csv)</translation>
    </message>
    <message>
        <source>NumPy array (*.npy)</source>
        <translation>NumPy 数组 (*.npy)</translation>
    </message>
    <message>
        <source>Export: %1</source>
        <translation>导出：%1</translation>
    </message>
    <message>
        <source>The figure could not be exported.</source>
        <translation>无法导出图。</translation>
    </message>
</context>
<context>
    <name>vitrine::HeaderBar</name>
    <message>
        <source>Type a Chinese sentence</source>
        <translation>输入一个中文句子</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>The sentence to translate; Enter goes back to stepping</source>
        <translation>要翻译的句子；按回车回到逐步播放</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model that translates</source>
        <translation>用来翻译的模型</translation>
    </message>
    <message>
        <source>CPU, %1 threads</source>
        <translation>CPU，%1 线程</translation>
    </message>
    <message>
        <source>Where the model runs</source>
        <translation>模型运行的设备</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Switch to light colours</source>
        <translation>切换到浅色</translation>
    </message>
    <message>
        <source>Switch to dark colours</source>
        <translation>切换到深色</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Open, save, export, presentation</source>
        <translation>打开、保存、导出、演示</translation>
    </message>
    <message>
        <source>Small text</source>
        <translation>小字</translation>
    </message>
    <message>
        <source>Medium text</source>
        <translation>中字</translation>
    </message>
    <message>
        <source>Large text</source>
        <translation>大字</translation>
    </message>
    <message>
        <source>Text for a projector</source>
        <translation>投影用字</translation>
    </message>
</context>
<context>
    <name>vitrine::MainWindow</name>
    <message>
        <source>Vitrine</source>
        <translation>Vitrine</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Step through a translation (1)</source>
        <translation>逐步观察翻译 (1)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo: %1 (Ctrl+Z)</source>
        <translation>撤销：%1 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Nothing to undo (Ctrl+Z)</source>
        <translation>没有可撤销的操作 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo: %1 (Ctrl+Shift+Z)</source>
        <translation>重做：%1 (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <source>Nothing to redo (Ctrl+Shift+Z)</source>
        <translation>没有可重做的操作 (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <source>Open a saved state…</source>
        <translation>打开保存的状态…</translation>
    </message>
    <message>
        <source>Open a saved state</source>
        <translation>打开保存的状态</translation>
    </message>
    <message>
        <source>Save this state…</source>
        <translation>保存当前状态…</translation>
    </message>
    <message>
        <source>Save sentence, step, settings and changes</source>
        <translation>保存句子、步骤、设置和改动</translation>
    </message>
    <message>
        <source>Export this view…</source>
        <translation>导出当前视图…</translation>
    </message>
    <message>
        <source>Save a view as a figure or as numbers</source>
        <translation>把视图存为图或数值</translation>
    </message>
    <message>
        <source>One view in the whole window</source>
        <translation>单个视图占满窗口</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示模式</translation>
    </message>
    <message>
        <source>Larger text for a projector, nothing but the views</source>
        <translation>字更大，只留视图，适合投影</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Whether changes move</source>
        <translation>变化时是否使用动画</translation>
    </message>
    <message>
        <source>Esc or F5 ends the presentation.</source>
        <translation>按 Esc 或 F5 结束演示。</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Saved: %1 and %2 more</source>
        <translation>已保存：%1，另有 %2 个文件</translation>
    </message>
</context>
<context>
    <name>vitrine::NextTokenView</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Most probable</source>
        <translation>概率最大</translation>
    </message>
    <message>
        <source>Greedy: always take the word with the largest logit.</source>
        <translation>贪心：总是取 logit 最大的词。</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Draw the word at random from q; the settings below shape q.</source>
        <translation>按分布 q 随机抽取一个词；下面的设置决定 q。</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>再抽一次</translation>
    </message>
    <message>
        <source>Draw from q with the next seed.</source>
        <translation>换下一个种子，再从 q 抽取。</translation>
    </message>
    <message>
        <source>%1 draws</source>
        <translation>抽样 %1 次</translation>
    </message>
    <message>
        <source>Draw this word %1 times and compare how often each came with q.</source>
        <translation>把这个词抽取 %1 次，把各词出现的频率与 q 对比。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Logits are divided by it before the softmax: below 1 calmer, above 1 wilder.</source>
        <translation>softmax 之前 logit 除以温度：小于 1 更稳，大于 1 更随机。</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Keep only the k most probable words.</source>
        <translation>只保留概率最大的 k 个词。</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Keep the fewest words whose probabilities add up to p (nucleus).</source>
        <translation>保留概率之和达到 p 的最少的词（核采样）。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Keep words with at least this share of the largest probability.</source>
        <translation>保留概率不低于最大概率这一比例的词。</translation>
    </message>
    <message>
        <source>Candidates for the next word</source>
        <translation>下一个词的候选</translation>
    </message>
    <message>
        <source>Up and Down move, Enter forces a word, Shift+Enter explains its logit.</source>
        <translation>上下键移动，回车指定这个词，Shift+回车解释它的 logit。</translation>
    </message>
    <message>
        <source>Entropy of p %1 nats</source>
        <translation>p 的熵 %1 nat</translation>
    </message>
    <message>
        <source> ⋅ of q %1 nats ⋅ seed %2, u = %3</source>
        <translation> ⋅ q 的熵 %1 nat ⋅ 种子 %2，u = %3</translation>
    </message>
    <message>
        <source>most probable word</source>
        <translation>取概率最大的词</translation>
    </message>
    <message>
        <source>temperature %1, top-k %2, top-p %3, min-p %4, seed %5</source>
        <translation>温度 %1，top-k %2，top-p %3，min-p %4，种子 %5</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>下一个词</translation>
    </message>
    <message>
        <source>Here you will see how the next word is chosen.</source>
        <translation>这里会显示下一个词是怎样选出来的。</translation>
    </message>
</context>
<context>
    <name>vitrine::NoticeBar</name>
    <message>
        <source>There is no model in %1. Train one with “vitrine-cli train”, or start with --models FOLDER.</source>
        <translation>%1 里没有模型。请用 “vitrine-cli train” 训练一个，或者用 --models 文件夹 启动。</translation>
    </message>
    <message>
        <source>Type a Chinese sentence above, for example %1.</source>
        <translation>请在上面输入一个中文句子，例如：%1。</translation>
    </message>
    <message>
        <source>The model has never seen %1: it reads it as an unknown word and has to guess.</source>
        <translation>模型从未见过%1：它会当作未知词，只能猜测。</translation>
    </message>
    <message>
        <source>The model could not be loaded; choose another one. %1</source>
        <translation>无法加载模型，请换一个模型。%1</translation>
    </message>
    <message>
        <source>This could not be translated; change the sentence or undo. %1</source>
        <translation>无法翻译，请修改句子或撤销。%1</translation>
    </message>
    <message>
        <source>This step could not be computed; undo the last change. %1</source>
        <translation>这一步无法计算，请撤销上一次改动。%1</translation>
    </message>
    <message>
        <source>words forced: %1</source>
        <translation>指定的词：%1 个</translation>
    </message>
    <message>
        <source>parts changed: %1</source>
        <translation>改动的部件：%1 处</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Take all back</source>
        <translation>全部收回</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Show the branches side by side</source>
        <translation>并排显示各个分支</translation>
    </message>
    <message>
        <source>Take all changes back</source>
        <translation>收回全部改动</translation>
    </message>
    <message>
        <source>Not what the model would do by itself: %1.</source>
        <translation>不是模型自己的结果：%1。</translation>
    </message>
    <message>
        <source>Back to what the model does by itself; undo brings the changes back</source>
        <translation>恢复模型自己的结果；撤销可以找回改动</translation>
    </message>
</context>
<context>
    <name>vitrine::StoryStrip</name>
    <message>
        <source>The sentence and its translation</source>
        <translation>句子和译文</translation>
    </message>
    <message>
        <source>The model does not know this piece.</source>
        <translation>模型不认识这个片段。</translation>
    </message>
    <message>
        <source>Source position %1</source>
        <translation>源句位置 %1</translation>
    </message>
    <message>
        <source>Chosen at step %1 with probability %2. Click to go there.</source>
        <translation>第 %1 步选出，概率 %2。点击跳到这一步。</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Source token %1 of %2: %3, unknown to the model</source>
        <translation>源句词元 %1/%2：%3，模型不认识</translation>
    </message>
    <message>
        <source>Source token %1 of %2: %3</source>
        <translation>源句词元 %1/%2：%3</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3, forced, probability %4</source>
        <translation>第 %1 步，共 %2 步：%3，指定，概率 %4</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3, probability %4</source>
        <translation>第 %1 步，共 %2 步：%3，概率 %4</translation>
    </message>
</context>
<context>
    <name>vitrine::TransportBar</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步 / 共 %2 步</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>还没有步骤</translation>
    </message>
    <message>
        <source>cache %1 ⋅ %2 ms a step</source>
        <translation>缓存 %1 ⋅ 每步 %2 ms</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>To the first step (Home)</source>
        <translation>到第一步 (Home)</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>One word back (Left or Page Up)</source>
        <translation>后退一个词 (← 或 Page Up)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停 (空格)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放 (空格)</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>One word forward (Right or Page Down)</source>
        <translation>前进一个词 (→ 或 Page Down)</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>To the last step (End)</source>
        <translation>到最后一步 (End)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How fast playing goes</source>
        <translation>播放的速度</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Drag through all steps of the translation</source>
        <translation>拖动查看翻译的每一步</translation>
    </message>
    <message>
        <source>Keys and values a decoder cache holds at this step, and the time of one pass.</source>
        <translation>这一步解码器缓存里键和值的大小，以及一次前向计算的时间。</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>慢速</translation>
    </message>
    <message>
        <source>Normal speed</source>
        <translation>正常速度</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快速</translation>
    </message>
</context>
<context>
    <name>vitrine::ViewPanel</name>
    <message>
        <source>Views of this panel</source>
        <translation>此面板的视图</translation>
    </message>
    <message>
        <source>Choose what this panel shows</source>
        <translation>选择此面板显示的内容</translation>
    </message>
    <message>
        <source>Save this view as a figure or as numbers (Ctrl+E)</source>
        <translation>把这个视图存为图或数值 (Ctrl+E)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Back to all views (F11 or Esc)</source>
        <translation>回到全部视图 (F11 或 Esc)</translation>
    </message>
    <message>
        <source>This view in the whole window (F11)</source>
        <translation>让这个视图占满窗口 (F11)</translation>
    </message>
    <message>
        <source>All views</source>
        <translation>全部视图</translation>
    </message>
    <message>
        <source>Full window</source>
        <translation>占满窗口</translation>
    </message>
</context>
</TS>

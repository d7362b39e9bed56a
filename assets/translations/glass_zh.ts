<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>vitrine::AttentionView</name>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Scaled</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Masked</source>
        <translation>加掩码</translation>
    </message>
    <message>
        <source>Scores: the dot product of query and key</source>
        <translation>得分：查询与键的点积</translation>
    </message>
    <message>
        <source>Scaled: scores divided by √dk</source>
        <translation>缩放：得分除以 √dk</translation>
    </message>
    <message>
        <source>Masked: hidden keys become −∞</source>
        <translation>加掩码：看不见的键变成 −∞</translation>
    </message>
    <message>
        <source>Softmax: each row becomes weights that sum to 1</source>
        <translation>Softmax：每一行变成和为 1 的权重</translation>
    </message>
    <message>
        <source>Weighted values: weights times value vectors; lock a row to see each key&apos;s share</source>
        <translation>加权的值：权重乘以值向量；锁定一行可看每个键的贡献</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>合并成词</translation>
    </message>
    <message>
        <source>Merge pieces of words: weights summed over keys, averaged over queries</source>
        <translation>把词的碎片合并：权重对键求和、对查询取平均</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设为此值</translation>
    </message>
    <message>
        <source>Set the locked cells to this value and run again</source>
        <translation>把锁定的格子设为这个值，重新计算</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>清零</translation>
    </message>
    <message>
        <source>Set the locked cells to 0 and run again</source>
        <translation>把锁定的格子设为 0，重新计算</translation>
    </message>
    <message>
        <source>Halve the locked cells and run again</source>
        <translation>把锁定的格子减半，重新计算</translation>
    </message>
    <message>
        <source>Double the locked cells and run again</source>
        <translation>把锁定的格子加倍，重新计算</translation>
    </message>
    <message>
        <source>Hide key</source>
        <translation>隐藏此键</translation>
    </message>
    <message>
        <source>Set the locked cells to −∞: this key is not seen</source>
        <translation>把锁定的格子设为 −∞：看不见这个键</translation>
    </message>
    <message>
        <source>Undo edits here</source>
        <translation>撤销此处改动</translation>
    </message>
    <message>
        <source>Forget all changes of this attention</source>
        <translation>撤销对这个注意力的所有改动</translation>
    </message>
    <message>
        <source>New value of the locked cells; weights are used as given, not normalised again</source>
        <translation>锁定格子的新值；权重按给定的值使用，不再归一化</translation>
    </message>
    <message>
        <source>New value of the locked cells</source>
        <translation>锁定格子的新值</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Head, or the mean of all</source>
        <translation>一个头，或所有头的平均</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Attention picture</source>
        <translation>注意力图</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>第 %1 个头</translation>
    </message>
    <message>
        <source>Head on</source>
        <translation>打开此头</translation>
    </message>
    <message>
        <source>Head off</source>
        <translation>关掉此头</translation>
    </message>
    <message>
        <source>Let this head work again</source>
        <translation>让这个头恢复工作</translation>
    </message>
    <message>
        <source>Switch this head off (what it hands on becomes 0) and run again</source>
        <translation>关掉这个头（它的输出变成 0），重新计算</translation>
    </message>
    <message>
        <source>● head off</source>
        <translation>● 头已关</translation>
    </message>
    <message>
        <source>● changed</source>
        <translation>● 已改动</translation>
    </message>
    <message>
        <source>This attention does not work as trained: you changed it</source>
        <translation>这个注意力不是训练出来的样子：您改动了它</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Key %1: %2</source>
        <translation>键 %1：%2</translation>
    </message>
    <message>
        <source>%1 looks at %2: %3</source>
        <translation>%1 关注 %2：%3</translation>
    </message>
    <message>
        <source> (hidden by the mask)</source>
        <translation>（被掩码遮住）</translation>
    </message>
    <message>
        <source>Rows are layers, columns are heads. Click a head to choose it, double-click to open it.</source>
        <translation>行是层，列是头。单击选中一个头，双击打开。</translation>
    </message>
    <message>
        <source>Each row is a token that looks at the tokens of the columns.</source>
        <translation>每一行是一个词元，它关注各列的词元。</translation>
    </message>
    <message>
        <source>Each row reads the left token and writes the right one. Click a cell to lock it.</source>
        <translation>每一行读入左边的词元、写出右边的词元。单击格子即可锁定。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>%1; all layers and heads</source>
        <translation>%1；所有层和头</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>第 %1 个头</translation>
    </message>
    <message>
        <source>mean of heads</source>
        <translation>各头平均</translation>
    </message>
    <message>
        <source>%1; layer %2, %3; %4</source>
        <translation>%1；第 %2 层，%3；%4</translation>
    </message>
    <message>
        <source>Values belong to one head: choose a head.</source>
        <translation>值属于单个头：请选择一个头。</translation>
    </message>
    <message>
        <source>Reading the values of this step …</source>
        <translation>正在读取这一步的数值……</translation>
    </message>
    <message>
        <source>Gold</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Gold alignment: frame the cells that the grammar says belong together (source word and its translation)</source>
        <translation>标准对齐：框出语法认为相互对应的格子（源词和它的译词）</translation>
    </message>
    <message>
        <source>Which attention</source>
        <translation>哪个注意力</translation>
    </message>
    <message>
        <source>Encoder: source looks at source. Decoder: target looks back. Cross: target looks at source</source>
        <translation>编码器：源句关注自身。解码器：目标句回看自身。交叉：目标句关注源句</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图形</translation>
    </message>
    <message>
        <source>One head as a matrix or as lines, or the weights of all heads</source>
        <translation>一个头的矩阵或连线，或所有头的权重</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>编码器自注意力</translation>
    </message>
    <message>
        <source>Decoder self-attention</source>
        <translation>解码器自注意力</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>加权值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The mean of all heads. Click to stay with it.</source>
        <translation>所有头的平均。点击后停在这里。</translation>
    </message>
    <message>
        <source>Head %1. Click to stay with it.</source>
        <translation>第 %1 个头。点击后停在这里。</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>The stronger a line, the larger the weight. Click a token to lock it.</source>
        <translation>线越粗，权重越大。单击词元即可锁定。</translation>
    </message>
    <message>
        <source>Here you will see which tokens look at which.</source>
        <translation>这里会显示哪些词元关注哪些词元。</translation>
    </message>
</context>
<context>
    <name>vitrine::InspectorText</name>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>%1 embedding</source>
        <translation>%1嵌入</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>%1 %2 ⋅ %3</source>
        <translation>%1 %2 ⋅ %3</translation>
    </message>
    <message>
        <source> ⋅ head %1</source>
        <translation> ⋅ 第 %1 个头</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>其余 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>%1 looks at %2</source>
        <translation>%1 关注 %2</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>s = q ⋅ k, the sum over %1 features</source>
        <translation>s = q ⋅ k，对 %1 个特征求和</translation>
    </message>
    <message>
        <source>Scaled</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>This model does not scale its scores.</source>
        <translation>这个模型不缩放得分。</translation>
    </message>
    <message>
        <source>Masked</source>
        <translation>加掩码</translation>
    </message>
    <message>
        <source>this key is hidden</source>
        <translation>这个键被遮住</translation>
    </message>
    <message>
        <source>Softmax over the row</source>
        <translation>对这一行做 softmax</translation>
    </message>
    <message>
        <source>w = exp(s − max) / Σ exp(s − max)</source>
        <translation>w = exp(s − max) / Σ exp(s − max)</translation>
    </message>
    <message>
        <source>This row sees no key at all: its weights are zeros.</source>
        <translation>这一行看不到任何键：权重全为 0。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>this key&apos;s share of the head&apos;s output, w ⋅ v</source>
        <translation>这个键对头输出的贡献 w ⋅ v</translation>
    </message>
    <message>
        <source>Σ of the row</source>
        <translation>整行 Σ</translation>
    </message>
    <message>
        <source>%1 looks at</source>
        <translation>%1 关注</translation>
    </message>
    <message>
        <source>Weights of the row</source>
        <translation>这一行的权重</translation>
    </message>
    <message>
        <source>Weights of the row, mean of %1 heads</source>
        <translation>这一行的权重，%1 个头的平均</translation>
    </message>
    <message>
        <source>sum = %1</source>
        <translation>和 = %1</translation>
    </message>
    <message>
        <source>The heads one by one</source>
        <translation>逐个头来看</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>第 %1 个头</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>z = stream + what the sublayer adds</source>
        <translation>z = 主干 + 子层的输出</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>主干</translation>
    </message>
    <message>
        <source>added</source>
        <translation>加上</translation>
    </message>
    <message>
        <source>Mean and variance over %1 features</source>
        <translation>%1 个特征的均值与方差</translation>
    </message>
    <message>
        <source>mean μ = %1</source>
        <translation>均值 μ = %1</translation>
    </message>
    <message>
        <source>variance σ² = %1</source>
        <translation>方差 σ² = %1</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>normed</source>
        <translation>归一</translation>
    </message>
    <message>
        <source>changed by you: differs from the formula by up to %1</source>
        <translation>您改动过：与公式最多相差 %1</translation>
    </message>
    <message>
        <source>%1 at position %2, entry %3 of the table</source>
        <translation>%1，位置 %2，词表第 %3 项</translation>
    </message>
    <message>
        <source>Look up, scale, add the position</source>
        <translation>查表、缩放、加位置</translation>
    </message>
    <message>
        <source>x = row ⋅ √d + position, d = %1</source>
        <translation>x = 表行 ⋅ √d + 位置，d = %1</translation>
    </message>
    <message>
        <source>row</source>
        <translation>表行</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Even features take the sine of the position, odd ones the cosine.</source>
        <translation>偶数特征取位置的正弦，奇数特征取余弦。</translation>
    </message>
    <message>
        <source>Next token: %1</source>
        <translation>下一个词元：%1</translation>
    </message>
    <message>
        <source>entry %1 of the target vocabulary, behind %2</source>
        <translation>目标词表第 %1 项，在 %2 之后</translation>
    </message>
    <message>
        <source>Logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>z = hidden state ⋅ the token&apos;s output row + bias</source>
        <translation>z = 隐状态 ⋅ 该词元的输出行 + 偏置</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐状态</translation>
    </message>
    <message>
        <source>output row</source>
        <translation>输出行</translation>
    </message>
    <message>
        <source>bias %1</source>
        <translation>偏置 %1</translation>
    </message>
    <message>
        <source>This token is never written (padding or the start mark).</source>
        <translation>这个词元从不写出（填充或起始标记）。</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>p = exp(z − max) / Σ exp(z − max)</source>
        <translation>p = exp(z − max) / Σ exp(z − max)</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>第 %1 名，共 %2 个</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>the logits divided by T before the softmax</source>
        <translation>softmax 之前把 logit 除以 T</translation>
    </message>
    <message>
        <source>What is kept</source>
        <translation>保留的部分</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>截去</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
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
        <source>min-p</source>
        <translation>min-p</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Weighted values</source>
        <translation>加权的值</translation>
    </message>
    <message>
        <source>Hidden features</source>
        <translation>隐藏特征</translation>
    </message>
    <message>
        <source>What the sublayer adds</source>
        <translation>子层的输出</translation>
    </message>
    <message>
        <source>The stream that enters</source>
        <translation>进入的主干</translation>
    </message>
    <message>
        <source>%1 ⋅ %2</source>
        <translation>%1 ⋅ %2</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>它就是 %1。</translation>
    </message>
    <message>
        <source>x is %1.</source>
        <translation>x 是 %1。</translation>
    </message>
    <message>
        <source>The weights w are %1.</source>
        <translation>权重 w 是 %1。</translation>
    </message>
    <message>
        <source>this row of the softmax</source>
        <translation>softmax 的这一行</translation>
    </message>
    <message>
        <source>%1 features, length %2</source>
        <translation>%1 个特征，长度 %2</translation>
    </message>
    <message>
        <source>%1 of them are above 0</source>
        <translation>其中 %1 个大于 0</translation>
    </message>
    <message>
        <source>feature (largest first)</source>
        <translation>特征（从大到小）</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>%1 ⋅ feature %2</source>
        <translation>%1 ⋅ 特征 %2</translation>
    </message>
    <message>
        <source>the whole vector</source>
        <translation>整个向量</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>width d</source>
        <translation>宽度 d</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>width of a key</source>
        <translation>键的宽度</translation>
    </message>
    <message>
        <source>width of a value</source>
        <translation>值的宽度</translation>
    </message>
    <message>
        <source>Head %1: the last row&apos;s weights</source>
        <translation>第 %1 个头：最后一行的权重</translation>
    </message>
    <message>
        <source>hidden features f</source>
        <translation>隐藏特征数 f</translation>
    </message>
    <message>
        <source>Hidden features of a row</source>
        <translation>一行的隐藏特征</translation>
    </message>
    <message>
        <source>entries of the table</source>
        <translation>词表项数</translation>
    </message>
    <message>
        <source>One row: look-up, scale, position</source>
        <translation>一行：查表、缩放、位置</translation>
    </message>
    <message>
        <source>Add and norm of a row</source>
        <translation>一行的相加与归一化</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>往里看</translation>
    </message>
    <message>
        <source>Input times one column of the matrix</source>
        <translation>输入乘以矩阵的一列</translation>
    </message>
    <message>
        <source>%1, the sum over %2 features</source>
        <translation>%1，对 %2 个特征求和</translation>
    </message>
    <message>
        <source>Weighted sum of the values</source>
        <translation>值的加权和</translation>
    </message>
    <message>
        <source>Σ w ⋅ v, the sum over %1 keys</source>
        <translation>Σ w ⋅ v，对 %1 个键求和</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>x = entry ⋅ √d + position, d = %1</source>
        <translation>x = 表中的数 ⋅ √d + 位置，d = %1</translation>
    </message>
    <message>
        <source>%1 ⋅ position vector %2</source>
        <translation>%1 ⋅ 第 %2 个位置向量</translation>
    </message>
    <message>
        <source>Sine and cosine of the position</source>
        <translation>位置的正弦与余弦</translation>
    </message>
    <message>
        <source>feature %1</source>
        <translation>特征 %1</translation>
    </message>
    <message>
        <source>All features</source>
        <translation>全部特征</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>Positions are computed, not trained.</source>
        <translation>位置向量是算出来的，不是训练出来的。</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Trained, %1 numbers (%2)</source>
        <translation>训练得到，共 %1 个数（%2）</translation>
    </message>
    <message>
        <source>the vector of one entry of the vocabulary</source>
        <translation>词表中一个词条的向量</translation>
    </message>
    <message>
        <source>one feature of all %1 entries</source>
        <translation>全部 %1 个词条的同一个特征</translation>
    </message>
    <message>
        <source>a column of %1 in x %1: what one output takes from each of %2 inputs</source>
        <translation>即 x %1 中 %1 的一列：一个输出从 %2 个输入各取多少</translation>
    </message>
    <message>
        <source>a row of %1 in x %1: what one input gives to each of %2 outputs</source>
        <translation>即 x %1 中 %1 的一行：一个输入给 %2 个输出各多少</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>One number for each of %1 entries of the vocabulary</source>
        <translation>词表 %1 个词条各一个数</translation>
    </message>
    <message>
        <source>One number for each of %1 features</source>
        <translation>%1 个特征各一个数</translation>
    </message>
    <message>
        <source>entry [%1] = %2</source>
        <translation>第 [%1] 个数 = %2</translation>
    </message>
    <message>
        <source>the whole column %1</source>
        <translation>整个第 %1 列</translation>
    </message>
    <message>
        <source>the whole matrix</source>
        <translation>整个矩阵</translation>
    </message>
    <message>
        <source>%1 numbers, length %2</source>
        <translation>%1 个数，长度 %2</translation>
    </message>
    <message>
        <source>The longest rows</source>
        <translation>最长的几行</translation>
    </message>
    <message>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>用在哪里</translation>
    </message>
    <message>
        <source>logit of this token</source>
        <translation>这个词元的 logit</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>位置 %1</translation>
    </message>
    <message>
        <source>Tied: one matrix does the work of several.</source>
        <translation>权重共享：同一个矩阵用在多处。</translation>
    </message>
    <message>
        <source>feature (largest y first)</source>
        <translation>特征（y 从大到小）</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 是 %2。</translation>
    </message>
    <message>
        <source>Trained numbers</source>
        <translation>训练得到的参数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>All numbers</source>
        <translation>全部的数</translation>
    </message>
    <message>
        <source> ⋅ add and norm</source>
        <translation> ⋅ 相加与归一化</translation>
    </message>
    <message>
        <source>The largest numbers</source>
        <translation>最大的数</translation>
    </message>
</context>
<context>
    <name>vitrine::InspectorView</name>
    <message>
        <source>Reading the numbers of this place …</source>
        <translation>正在读取这里的数值……</translation>
    </message>
    <message>
        <source>Click any cell, bar, block or candidate: its formula appears here with the real numbers in it. Esc lets it go.</source>
        <translation>点击任意格子、条、模块或候选词：这里会显示代入真实数值的公式。按 Esc 取消。</translation>
    </message>
    <message>
        <source>← Back</source>
        <translation>← 返回</translation>
    </message>
    <message>
        <source>To the place that the last link left</source>
        <translation>回到点击链接之前的地方</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Formula with numbers</source>
        <translation>代入数值的公式</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>This place is not there at the present step: the token is not written yet.</source>
        <translation>这一步还没有这个位置：词元还没写出来。</translation>
    </message>
    <message>
        <source>Click any cell, bar, block or candidate for its numbers. Here is the next word:</source>
        <translation>单击任意格子、条形、模块或候选词查看它的数。下面是下一个词：</translation>
    </message>
</context>
<context>
    <name>vitrine::MapPainter</name>
    <message>
        <source>Self-attention</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>FFN</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Embed</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Encoder ⋅ %1</source>
        <translation>编码器 ⋅ %1</translation>
    </message>
    <message>
        <source>Decoder ⋅ %1</source>
        <translation>解码器 ⋅ %1</translation>
    </message>
    <message>
        <source>Encoder %1 ⋅ %2</source>
        <translation>编码器 %1 ⋅ %2</translation>
    </message>
    <message>
        <source>Decoder %1 ⋅ %2</source>
        <translation>解码器 %1 ⋅ %2</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>记忆 %1</translation>
    </message>
    <message>
        <source> off</source>
        <translation> 关</translation>
    </message>
    <message>
        <source>length of the stream that enters</source>
        <translation>进入的主干向量的长度</translation>
    </message>
    <message>
        <source>length of what is added</source>
        <translation>加上去的向量的长度</translation>
    </message>
    <message>
        <source>tallest bar = %1, one bar a token</source>
        <translation>最高的条 = %1，每个词元一组</translation>
    </message>
</context>
<context>
    <name>vitrine::MapWidget</name>
    <message>
        <source>Choose a model: its blocks appear here.</source>
        <translation>请选择一个模型：它的模块会显示在这里。</translation>
    </message>
    <message>
        <source>%1, head %2: click to look at its weights</source>
        <translation>%1，第 %2 个头：点击查看它的权重</translation>
    </message>
    <message>
        <source>LayerNorm behind %1: click for its numbers</source>
        <translation>%1 之后的层归一化：点击查看数值</translation>
    </message>
    <message>
        <source>Residual connection: the stream plus what %1 adds</source>
        <translation>残差连接：主干加上 %1 的输出</translation>
    </message>
    <message>
        <source>%1, token %2: length %3</source>
        <translation>%1，词元 %2：长度 %3</translation>
    </message>
    <message>
        <source>%1, token %2: stream %3, added %4</source>
        <translation>%1，词元 %2：主干 %3，加上 %4</translation>
    </message>
    <message>
        <source>%1: %2 heads of width %3, output %4×%5</source>
        <translation>%1：%2 个头，宽 %3，输出 %4×%5</translation>
    </message>
    <message>
        <source>%1: %2 hidden features, output %3×%4</source>
        <translation>%1：%2 个隐藏特征，输出 %3×%4</translation>
    </message>
    <message>
        <source>%1: a table of %2 rows, output %3×%4</source>
        <translation>%1：%2 行的表，输出 %3×%4</translation>
    </message>
    <message>
        <source>%1: one score for each of %2 target tokens</source>
        <translation>%1：%2 个目标词元各一个得分</translation>
    </message>
</context>
<context>
    <name>vitrine::ModelMapView</name>
    <message numerus="yes">
        <source>● changed: %n</source>
        <translation>
            <numerusform>● 改动：%n</numerusform>
        </translation>
    </message>
    <message>
        <source>Model map</source>
        <translation>模型图</translation>
    </message>
    <message>
        <source>%1 encoder and %2 decoder blocks, width %3, %4 parameters; bars: length of the residual stream and of what each sublayer adds</source>
        <translation>%1 个编码器模块，%2 个解码器模块，宽度 %3，%4 个参数；条形：残差主干的长度与各子层输出的长度</translation>
    </message>
    <message>
        <source>Sublayer</source>
        <translation>子层</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Off: this sublayer adds nothing to the stream</source>
        <translation>关：这个子层不往主干上加任何东西</translation>
    </message>
    <message>
        <source>Off: the stream around this sublayer is cut, only its output goes on</source>
        <translation>关：绕过这个子层的主干被切断，只有它的输出往下走</translation>
    </message>
    <message>
        <source>Off: LayerNorm behind this sublayer is skipped</source>
        <translation>关：跳过这个子层之后的层归一化</translation>
    </message>
    <message>
        <source>Off: scores are not divided by √dk</source>
        <translation>关：得分不除以 √dk</translation>
    </message>
    <message>
        <source>Off: every position sees later ones, too</source>
        <translation>关：每个位置也能看到后面的位置</translation>
    </message>
    <message>
        <source>Off: no position vectors, the order of tokens is lost</source>
        <translation>关：不加位置向量，词元的顺序就丢了</translation>
    </message>
    <message>
        <source>Head %1. Off: what it hands on becomes 0</source>
        <translation>第 %1 个头。关：它的输出变成 0</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>第 %1 个头</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Undo all changes</source>
        <translation>撤销所有改动</translation>
    </message>
    <message>
        <source>Let the model work as trained again</source>
        <translation>让模型恢复训练后的样子</translation>
    </message>
    <message>
        <source>The model does not work as trained: you changed it</source>
        <translation>模型不是训练后的样子：您改动了它</translation>
    </message>
    <message>
        <source>Arrow keys go from block to block, Enter opens one</source>
        <translation>方向键在模块之间移动，回车打开</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放</translation>
    </message>
</context>
</TS>

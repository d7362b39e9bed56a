<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>engine</name>
    <message>
        <source>%1 can only be skipped as a whole; use -1 as head, row and column</source>
        <translation>%1 只能整个跳过；head、row、column 请用 -1</translation>
    </message>
    <message>
        <source>%1 has %2 steps, so %3 has no column %4; use 0 to %5, or -1 for all</source>
        <translation>%1有 %2 步，所以 %3 没有第 %4 列；请用 0 到 %5，或用 -1 表示全部</translation>
    </message>
    <message>
        <source>%1 has %2 steps, so %3 has no row %4; use 0 to %5, or -1 for all</source>
        <translation>%1有 %2 步，所以 %3 没有第 %4 行；请用 0 到 %5，或用 -1 表示全部</translation>
    </message>
    <message>
        <source>%1 has %2 words, but %3 are kept; keep no more than it has</source>
        <translation>%1有 %2 个词，却保留了 %3 个；保留的词不能更多</translation>
    </message>
    <message>
        <source>%1 has no step %2, where a word is forced; use 0 to %3 or take the word out</source>
        <translation>%1没有第 %2 步，却在那里指定了词；请用 0 到 %3，或去掉这个词</translation>
    </message>
    <message>
        <source>%1 holds &lt;pad&gt; or &lt;bos&gt;, which never occur inside one; put another token there</source>
        <translation>%1里有 &lt;pad&gt; 或 &lt;bos&gt;，译文中不会出现它们；请换成别的词元</translation>
    </message>
    <message>
        <source>%1 names step %2 twice, expected each step at most once</source>
        <translation>%1 两次指定第 %2 步，每一步最多一次</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has %2 entries, expected at most %3</source>
        <translation>“%1”有 %2 项，最多 %3 项</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is of type %2, expected a list</source>
        <translation>“%1”是%2，应为列表</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not &quot;vitrine-tokenizer&quot;; this is another kind of file</source>
        <translation>“format”不是“vitrine-tokenizer”；这是别的文件</translation>
    </message>
    <message>
        <source>&quot;kind&quot; is neither &quot;word&quot; nor &quot;bpe&quot;</source>
        <translation>“kind”既不是“word”也不是“bpe”</translation>
    </message>
    <message>
        <source>&quot;version&quot; is not 1; the file is of a newer program</source>
        <translation>“version”不是 1；文件来自更新的程序</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 is %3, expected at most %4</source>
        <translation>第 %2 个%1为 %3，最大 %4</translation>
    </message>
    <message>
        <source>%1 %2 is not a whole number from 0</source>
        <translation>第 %2 个%1不是从 0 起的整数</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，还有 %2 个</translation>
    </message>
    <message>
        <source>%1 ends at byte %2, expected %3 more; it was cut while it was read</source>
        <translation>%1 到第 %2 字节就结束了，还应有 %3 字节；文件在读取时被截断</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, expected at most %3</source>
        <translation>%1 有 %2 字节，最多 %3 字节</translation>
    </message>
    <message>
        <source>%1 has %2 entries along %3, so index %4 is outside; use 0 to %5 or -1 for all</source>
        <translation>%1 的%3方向有 %2 项，序号 %4 超出范围；请用 0 到 %5，或用 -1 表示全部</translation>
    </message>
    <message>
        <source>%1 has no %2 among the files of its %3</source>
        <translation>%1 的 %3 没有列出 %2</translation>
    </message>
    <message>
        <source>%1 has shape %2, expected three or four axes</source>
        <translation>%1 的形状是 %2，应有三个或四个轴</translation>
    </message>
    <message>
        <source>%1 has shape %2, the replacement has %3</source>
        <translation>%1 的形状是 %2，替换值的形状是 %3</translation>
    </message>
    <message>
        <source>%1 holds %2 numbers, expected at most %3 by its contract</source>
        <translation>%1 有 %2 个数，按 contract.json 最多 %3 个</translation>
    </message>
    <message>
        <source>%1 holds %2, expected token ids</source>
        <translation>%1 里有 %2，应为词元编号</translation>
    </message>
    <message>
        <source>%1 holds a model but no training state; it can be used but not trained on</source>
        <translation>%1 里有模型，但没有训练状态；可以使用，不能继续训练</translation>
    </message>
    <message>
        <source>%1 is %2 in the header, expected an object</source>
        <translation>文件头里的 %1 是 %2，应为对象</translation>
    </message>
    <message>
        <source>%1 is %2, expected %3</source>
        <translation>%1 为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 is %2, expected %3 to %4</source>
        <translation>%1 为 %2，应在 %3 到 %4 之间</translation>
    </message>
    <message>
        <source>%1 is %2, expected a list of at most %3 entries</source>
        <translation>%1 为 %2，应为最多 %3 项的列表</translation>
    </message>
    <message>
        <source>%1 is %2, expected an object</source>
        <translation>%1 为 %2，应为对象</translation>
    </message>
    <message>
        <source>%1 is a device or a pipe, expected a file</source>
        <translation>%1 是设备或管道，应为文件</translation>
    </message>
    <message>
        <source>%1 is a folder, expected a file</source>
        <translation>%1 是文件夹，应为文件</translation>
    </message>
    <message>
        <source>%1 is missing; the keys given here are %2</source>
        <translation>缺少 %1；这里给出的键有：%2</translation>
    </message>
    <message>
        <source>%1 is not a known key; remove it or correct its spelling</source>
        <translation>%1 不是已知的键；请删除或改正拼写</translation>
    </message>
    <message>
        <source>%1 is not a layer; expected a number from 0 to %2</source>
        <translation>%1 不是层号；应为 0 到 %2 的数</translation>
    </message>
    <message>
        <source>%1 is not a model folder; expected a file %2 in it</source>
        <translation>%1 不是模型文件夹；里面应有文件 %2</translation>
    </message>
    <message>
        <source>%1 is not a stage that can be skipped; skip scaled, masked, norm or positions</source>
        <translation>%1 这一步不能跳过；可以跳过的是 scaled、masked、norm 和 positions</translation>
    </message>
    <message>
        <source>%1 is only shown; change the embedding&apos;s output instead</source>
        <translation>%1 只供显示；请改嵌入的输出</translation>
    </message>
    <message>
        <source>%1 is replaced faster than it can be read; wait for the training to end</source>
        <translation>%1 更新太快，来不及读取；请等训练结束</translation>
    </message>
    <message>
        <source>%1 of tensor %2 holds %3, expected integers from 0</source>
        <translation>张量 %2 的 %1 里有 %3，应为从 0 起的整数</translation>
    </message>
    <message>
        <source>%1 of tensor %2 is %3, expected %4</source>
        <translation>张量 %2 的 %1 是 %3，应为 %4</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>%1 with %2 where %3 is expected</source>
        <translation>%1 为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a site; expected a name such as encoder.0.self.weights, decoder.1.cross.scores, decoder.embedding.output or output.logits</source>
        <translation>“%1”不是观测点；应为 encoder.0.self.weights、decoder.1.cross.scores、decoder.embedding.output 或 output.logits 这样的名称</translation>
    </message>
    <message>
        <source>--force needs a model</source>
        <translation>--force 需要一个模型</translation>
    </message>
    <message>
        <source>--force puts &quot;%1&quot; at step %2, but the last step is %3, counted from 0</source>
        <translation>--force 要在第 %2 步放“%1”，但最后一步是第 %3 步，从 0 数起</translation>
    </message>
    <message>
        <source>--lock names %1 %2, but there are %3, counted from 0</source>
        <translation>--lock 指定%1 %2，但一共只有 %3 个，从 0 数起</translation>
    </message>
    <message>
        <source>--lock names the parameter %1, which this model does not have; take a name of its checkpoint</source>
        <translation>--lock 指定参数 %1，这个模型没有它；请用检查点里的名称</translation>
    </message>
    <message>
        <source>--lock needs a model and a sentence</source>
        <translation>--lock 需要模型和句子</translation>
    </message>
    <message>
        <source>--steps is %1, but the last step is %2, counted from 0</source>
        <translation>--steps 为 %1，但最后一步是第 %2 步，从 0 数起</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源正忙</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>文件夹不是空的</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名太长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件太大</translation>
    </message>
    <message>
        <source>ICU could not normalise the text: %1</source>
        <translation>ICU 无法规范化文本：%1</translation>
    </message>
    <message>
        <source>ICU has no NFKC data: %1</source>
        <translation>ICU 缺少 NFKC 数据：%1</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入输出错误</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>不能跨设备移动</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>没有这个设备</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>操作不被允许</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接层数太多</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件太多</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>系统打开的文件太多</translation>
    </message>
    <message>
        <source>VITRINE_ASSETS is &apos;%1&apos;, which is no folder; set it to the folder that holds models/, or unset it</source>
        <translation>VITRINE_ASSETS 是“%1”，不是文件夹；请设为含有 models/ 的文件夹，或取消设置</translation>
    </message>
    <message>
        <source>a change replaces a whole tensor, which a file cannot hold; take it back before saving</source>
        <translation>有一处改动替换了整个张量，文件里存不下；请先收回再保存</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a name or a metadata text is not valid UTF-8</source>
        <translation>名称或元数据不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a tensor cannot be called %1</source>
        <translation>张量不能叫 %1</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a text is not valid UTF-8</source>
        <translation>有一段文本不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>a text of at most %1 bytes</source>
        <translation>最多 %1 字节的文本</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>an integer from %1</source>
        <translation>不小于 %1 的整数</translation>
    </message>
    <message>
        <source>an integer from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>array</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>二进制数据</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>二进制数据</translation>
    </message>
    <message>
        <source>boolean</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>cannot %1 %2: %3</source>
        <translation>无法%1 %2：%3</translation>
    </message>
    <message>
        <source>cannot draw %1 tokens</source>
        <translation>不能抽取 %1 个词元</translation>
    </message>
    <message>
        <source>cannot prepare %1: %2</source>
        <translation>无法准备 %1：%2</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>cannot save %1: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>config has %1 bytes, expected at most %2</source>
        <translation>config 有 %1 字节，最多 %2 字节</translation>
    </message>
    <message>
        <source>count</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>count of merge</source>
        <translation>合并规则的计数</translation>
    </message>
    <message>
        <source>create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>无效值</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>expected JSON text, but it holds a zero byte</source>
        <translation>应为 JSON 文本，但其中有零字节</translation>
    </message>
    <message>
        <source>expected JSON, but a number is out of range; the file is damaged or of another kind</source>
        <translation>应为 JSON，但有一个数超出范围；文件已损坏或不是这种文件</translation>
    </message>
    <message>
        <source>expected JSON, but the text is malformed at byte %1; the file is damaged or of another kind</source>
        <translation>应为 JSON，但第 %1 字节处有错；文件已损坏或不是这种文件</translation>
    </message>
    <message>
        <source>expected at least one slot, got %1</source>
        <translation>至少要有一个槽位，现有 %1 个</translation>
    </message>
    <message>
        <source>expected one token for each of %1 running sentences, got ids %2</source>
        <translation>%1 个正在翻译的句子应各有一个词元，得到的编号形状为 %2</translation>
    </message>
    <message>
        <source>expected token ids (B, N) with N &gt;= 1, got %1</source>
        <translation>应为词元编号 (B, N)，N ≥ 1，得到 %1</translation>
    </message>
    <message>
        <source>expected valid JSON, but %1; correct the text</source>
        <translation>应为有效的 JSON，但%1；请改正</translation>
    </message>
    <message>
        <source>files holds %1, expected plain file names</source>
        <translation>files 里有 %1，应为普通文件名</translation>
    </message>
    <message>
        <source>files is %1, expected a list of names</source>
        <translation>files 为 %1，应为名称列表</translation>
    </message>
    <message>
        <source>followed by something else</source>
        <translation>末尾有多余内容</translation>
    </message>
    <message>
        <source>format is &quot;%1&quot;, expected &quot;%2&quot;</source>
        <translation>format 为“%1”，应为“%2”</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>有空隙</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>it holds a number that is out of range</source>
        <translation>其中有一个数超出范围</translation>
    </message>
    <message>
        <source>its %1.json: %2</source>
        <translation>其中的 %1.json：%2</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>left id of merge</source>
        <translation>合并规则的左编号</translation>
    </message>
    <message>
        <source>lists are nested too deeply, expected at most %1 levels</source>
        <translation>列表嵌套太深，最多 %1 层</translation>
    </message>
    <message>
        <source>merge %1 gives &quot;%2&quot;, expected &quot;%3&quot;</source>
        <translation>第 %1 条合并规则得到“%2”，应为“%3”</translation>
    </message>
    <message>
        <source>merge %1 gives &quot;%2&quot;, which is not a piece</source>
        <translation>第 %1 条合并规则得到“%2”，词表里没有它</translation>
    </message>
    <message>
        <source>merge %1 is not [left id, right id, count]</source>
        <translation>第 %1 条合并规则不是 [左编号, 右编号, 计数]</translation>
    </message>
    <message>
        <source>merge %1 names token %2, expected %3 to %4</source>
        <translation>第 %1 条合并规则用到词元 %2，应在 %3 到 %4 之间</translation>
    </message>
    <message>
        <source>merge %1 repeats merge %2; every pair may be merged once</source>
        <translation>第 %1 条合并规则与第 %2 条重复；每一对只能合并一次</translation>
    </message>
    <message>
        <source>min-p is %1, expected at least 0 and below 1</source>
        <translation>min-p 为 %1，应不小于 0 且小于 1</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>more than %1 pieces; choose a smaller vocabulary</source>
        <translation>词表超过 %1 项；请用较小的词表</translation>
    </message>
    <message>
        <source>name has %1 bytes, expected at most %2</source>
        <translation>name 有 %1 字节，最多 %2 字节</translation>
    </message>
    <message>
        <source>name is not valid UTF-8; give the model another name</source>
        <translation>name 不是有效的 UTF-8；请给模型换个名称</translation>
    </message>
    <message>
        <source>no elements</source>
        <translation>空</translation>
    </message>
    <message>
        <source>no sentence was started; call start() before next()</source>
        <translation>还没有开始翻译句子；应先调用 start() 再调用 next()</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none of %1 tokens is left to choose: all are banned or have probability 0</source>
        <translation>%1 个词元都不能选：不是被禁用，就是概率为 0</translation>
    </message>
    <message>
        <source>norm.epsilon is %1, expected a number between 0 and 1</source>
        <translation>norm.epsilon 为 %1，应在 0 和 1 之间</translation>
    </message>
    <message>
        <source>null</source>
        <translation>空值 null</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>of another shape</source>
        <translation>形状不符</translation>
    </message>
    <message>
        <source>oneDNN refused a product of (%1, %2) and (%3, %4) with status %5; the machine may be out of memory</source>
        <translation>oneDNN 无法计算 (%1, %2) 与 (%3, %4) 的乘积，状态码 %5；可能是内存不足</translation>
    </message>
    <message>
        <source>open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>有重叠</translation>
    </message>
    <message>
        <source>parameter column</source>
        <translation>参数的列</translation>
    </message>
    <message>
        <source>parameter row</source>
        <translation>参数的行</translation>
    </message>
    <message>
        <source>piece %1 &quot;%2&quot; is already piece %3; pieces must be different</source>
        <translation>词表第 %1 项“%2”与第 %3 项相同；各项必须不同</translation>
    </message>
    <message>
        <source>piece %1 contains a space or a control character (code %2)</source>
        <translation>词表第 %1 项含有空格或控制字符，编码 %2</translation>
    </message>
    <message>
        <source>piece %1 has %2 bytes, expected at most %3</source>
        <translation>词表第 %1 项有 %2 字节，最多 %3 字节</translation>
    </message>
    <message>
        <source>piece %1 is &quot;%2&quot;, expected &quot;%3&quot;; the first four pieces are &lt;pad&gt; &lt;bos&gt; &lt;eos&gt; &lt;unk&gt;</source>
        <translation>词表第 %1 项是“%2”，应为“%3”；前四项是 &lt;pad&gt; &lt;bos&gt; &lt;eos&gt; &lt;unk&gt;</translation>
    </message>
    <message>
        <source>piece %1 is empty; every piece needs at least one character</source>
        <translation>词表第 %1 项为空；每项至少要有一个字符</translation>
    </message>
    <message>
        <source>piece %1 is not valid UTF-8 at byte %2</source>
        <translation>词表第 %1 项的第 %2 字节不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>piece %1 is of type %2, expected a string</source>
        <translation>词表第 %1 项是%2，应为文本</translation>
    </message>
    <message>
        <source>positions.base is %1, expected a number above 1</source>
        <translation>positions.base 为 %1，应大于 1</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>right id of merge</source>
        <translation>合并规则的右编号</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>seed is %1, expected an integer from 0</source>
        <translation>种子 seed 为 %1，应为从 0 起的整数</translation>
    </message>
    <message>
        <source>sentence %1 has %2 tokens, this model reads at most %3; shorten it</source>
        <translation>第 %1 句有 %2 个词元，这个模型最多读 %3 个；请缩短</translation>
    </message>
    <message>
        <source>sentence %1 holds the token %2, this model knows 0 to %3</source>
        <translation>第 %1 句里有词元 %2，这个模型只认识 0 到 %3</translation>
    </message>
    <message>
        <source>sentence %1 is empty; leave it out</source>
        <translation>第 %1 句是空的；请去掉</translation>
    </message>
    <message>
        <source>something unexpected happened: %1</source>
        <translation>出现意外错误：%1</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源语言</translation>
    </message>
    <message>
        <source>source sentence</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>step is %1, but the last step of the translation is %2, counted from 0; use 0 to %3</source>
        <translation>step 为 %1，但译文的最后一步是第 %2 步（从 0 数起）；请用 0 到 %3</translation>
    </message>
    <message>
        <source>string</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>sync the folder</source>
        <translation>同步文件夹</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标语言</translation>
    </message>
    <message>
        <source>tensor %1 ends within a byte; its shape does not fit %2</source>
        <translation>张量 %1 没有在整字节处结束；它的形状与 %2 不符</translation>
    </message>
    <message>
        <source>tensor %1 has an axis of %2, expected less than 2^48</source>
        <translation>张量 %1 有一个长为 %2 的轴，应小于 2^48</translation>
    </message>
    <message>
        <source>tensor %1 has more than %2 axes, which this program cannot hold</source>
        <translation>张量 %1 的轴超过 %2 个，程序无法处理</translation>
    </message>
    <message>
        <source>tensor %1 has the offsets %2 to %3, expected %4 bytes for %5 %6</source>
        <translation>张量 %1 的偏移是 %2 到 %3，而 %5 %6 应占 %4 字节</translation>
    </message>
    <message>
        <source>tensor %1 has the unknown dtype %2, expected one such as F32 or F16</source>
        <translation>张量 %1 的 dtype %2 未知，应为 F32、F16 等</translation>
    </message>
    <message>
        <source>tensor %1 has the unknown key %2</source>
        <translation>张量 %1 有未知的键 %2</translation>
    </message>
    <message>
        <source>tensor %1 is incomplete, expected a dtype, a shape and two data_offsets</source>
        <translation>张量 %1 不完整，应有 dtype、shape 和两个 data_offsets</translation>
    </message>
    <message>
        <source>tensor %1 starts at byte %2 of the data, expected %3 (%4)</source>
        <translation>张量 %1 从数据的第 %2 字节开始，应为 %3：%4</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; holds %2, expected integers of 32 bits</source>
        <translation>张量“%1”里有 %2，应为 32 位整数</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; is stored as %2, which cannot be read as %3</source>
        <translation>张量“%1”以 %2 存储，不能读成 %3</translation>
    </message>
    <message>
        <source>the %1 got %2 tokens, this model reads at most %3; shorten the sentence</source>
        <translation>%1收到 %2 个词元，这个模型最多读 %3 个；请缩短句子</translation>
    </message>
    <message>
        <source>the %1 has %2 tokens, this model reads at most %3; shorten it</source>
        <translation>%1有 %2 个词元，这个模型最多读 %3 个；请缩短</translation>
    </message>
    <message>
        <source>the %1 holds the token %2, this model knows 0 to %3</source>
        <translation>%1里有词元 %2，这个模型只认识 0 到 %3</translation>
    </message>
    <message>
        <source>the %1 is empty, expected at least one token</source>
        <translation>%1是空的，至少要有一个词元</translation>
    </message>
    <message>
        <source>the %1 tokenizer has %2 pieces, the contract says %3; the files of this model do not belong together</source>
        <translation>%1分词器有 %2 项，contract.json 写的是 %3；这个模型的各个文件不配套</translation>
    </message>
    <message>
        <source>the JSON text</source>
        <translation>这段 JSON</translation>
    </message>
    <message>
        <source>the JSON text has %1 bytes, expected at most %2</source>
        <translation>JSON 文本有 %1 字节，最多 %2 字节</translation>
    </message>
    <message>
        <source>the JSON text nests deeper than %1 levels</source>
        <translation>JSON 文本的嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the engine did not answer within 30 seconds</source>
        <translation>引擎 30 秒内没有回应</translation>
    </message>
    <message>
        <source>the file %1 could not be read (%2); check its name</source>
        <translation>无法读取文件 %1：%2；请检查文件名</translation>
    </message>
    <message>
        <source>the file %1 could not be written (%2); choose another folder</source>
        <translation>无法写入文件 %1：%2；请换一个文件夹</translation>
    </message>
    <message>
        <source>the file ends in &quot;.%1&quot;, expected .svg, .pdf, .png, .csv or .npy; choose one of them</source>
        <translation>文件的扩展名是“.%1”，应为 .svg、.pdf、.png、.csv 或 .npy；请选其中一种</translation>
    </message>
    <message>
        <source>the file has %1 bytes, expected at least 8; it is damaged or not a safetensors file</source>
        <translation>文件有 %1 字节，至少应有 8 字节；文件已损坏或不是 safetensors 文件</translation>
    </message>
    <message>
        <source>the file has %1 bytes, expected at most %2</source>
        <translation>文件有 %1 字节，最多 %2 字节</translation>
    </message>
    <message>
        <source>the file is of type %1, expected an object</source>
        <translation>文件内容是%1，应为对象</translation>
    </message>
    <message>
        <source>the frame has no %1; ask for it in the request</source>
        <translation>这次计算没有记录 %1；请在请求里加上它</translation>
    </message>
    <message>
        <source>the header claims %1 bytes, but the file has only %2; it is cut short</source>
        <translation>文件头自称 %1 字节，而整个文件只有 %2 字节；文件不完整</translation>
    </message>
    <message>
        <source>the header claims %1 bytes, expected at most %2; the file is damaged or not a safetensors file</source>
        <translation>文件头自称 %1 字节，最多 %2 字节；文件已损坏或不是 safetensors 文件</translation>
    </message>
    <message>
        <source>the header does not look like JSON; the file is damaged or not a safetensors file</source>
        <translation>文件头不像 JSON；文件已损坏或不是 safetensors 文件</translation>
    </message>
    <message>
        <source>the header is %1, expected an object of tensors</source>
        <translation>文件头是 %1，应为由张量组成的对象</translation>
    </message>
    <message>
        <source>the header is not valid JSON in UTF-8 at its byte %1; the file is damaged or not a safetensors file</source>
        <translation>文件头的第 %1 字节处不是有效的 UTF-8 JSON；文件已损坏或不是 safetensors 文件</translation>
    </message>
    <message>
        <source>the header names more than %1 tensors, more than any model of this program has; use another file</source>
        <translation>文件头列出的张量超过 %1 个，本程序的任何模型都没有这么多；请换一个文件</translation>
    </message>
    <message>
        <source>the header would have %1 bytes, expected at most %2</source>
        <translation>文件头将有 %1 字节，最多 %2 字节</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; does not belong into a %2 tokenizer</source>
        <translation>%2 分词器不应有键“%1”</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; is missing</source>
        <translation>缺少键“%1”</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; stands twice</source>
        <translation>键“%1”出现了两次</translation>
    </message>
    <message>
        <source>the key %1 occurs twice in one object; keep one of them</source>
        <translation>键 %1 在同一个对象里出现了两次；请只留一个</translation>
    </message>
    <message>
        <source>the key %1 of tensor %2 occurs twice</source>
        <translation>张量 %2 的键 %1 出现了两次</translation>
    </message>
    <message>
        <source>the key __metadata__ occurs twice in the header</source>
        <translation>键 __metadata__ 在文件头里出现了两次</translation>
    </message>
    <message>
        <source>the limit is %1 tokens, expected 1 to 1000000</source>
        <translation>长度上限为 %1 个词元，应在 1 到 1000000 之间</translation>
    </message>
    <message>
        <source>the logit of token %1 is %2, expected a number; the model&apos;s weights are damaged or its training diverged</source>
        <translation>词元 %1 的 logit 是 %2，应为数；模型的权重已损坏，或训练发散了</translation>
    </message>
    <message>
        <source>the machine has not enough memory for this; close something or ask for less</source>
        <translation>内存不足；请关闭一些程序，或减少要求</translation>
    </message>
    <message>
        <source>the metadata %1 is %2, expected a text</source>
        <translation>元数据 %1 是 %2，应为文本</translation>
    </message>
    <message>
        <source>the metadata key %1 occurs twice</source>
        <translation>元数据的键 %1 出现了两次</translation>
    </message>
    <message>
        <source>the model has no word &quot;%1&quot;; --force needs an entry of its target vocabulary</source>
        <translation>模型里没有“%1”这个词；--force 要用目标词表里的词</translation>
    </message>
    <message>
        <source>the model in %1 cannot be used: %2</source>
        <translation>%1 里的模型不能使用：%2</translation>
    </message>
    <message>
        <source>the model would have %1 parameters, expected at most %2</source>
        <translation>模型将有 %1 个参数，最多 %2 个</translation>
    </message>
    <message>
        <source>the model&apos;s numbers are %1, expected f32</source>
        <translation>模型的数是 %1，应为 f32</translation>
    </message>
    <message>
        <source>the picture could not be drawn; choose another --size</source>
        <translation>无法画出图片；请换一个 --size</translation>
    </message>
    <message>
        <source>the prefix has %1 tokens, this model continues at most %2; shorten it</source>
        <translation>已写的部分有 %1 个词元，这个模型最多接着 %2 个往下写；请缩短</translation>
    </message>
    <message>
        <source>the question names no model; load one first</source>
        <translation>还没有模型；请先加载一个</translation>
    </message>
    <message>
        <source>the request names no model; load one first</source>
        <translation>还没有模型；请先加载一个</translation>
    </message>
    <message>
        <source>the sentence has %1 tokens, this model reads at most %2; shorten it</source>
        <translation>句子有 %1 个词元，这个模型最多读 %2 个；请缩短</translation>
    </message>
    <message>
        <source>the sentence is empty; type at least one word</source>
        <translation>句子是空的；请至少输入一个词</translation>
    </message>
    <message>
        <source>the shape %1 of tensor %2 is larger than any file</source>
        <translation>张量 %2 的形状 %1 比任何文件都大</translation>
    </message>
    <message>
        <source>the temperature is %1, expected 0.05 to 5</source>
        <translation>温度为 %1，应在 0.05 到 5 之间</translation>
    </message>
    <message>
        <source>the tensor %1 occurs twice in the header</source>
        <translation>张量 %1 在文件头里出现了两次</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has no elements to write</source>
        <translation>张量“%1”是空的，没有可写的数</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; holds %2, which 16-bit floats (up to 65504) cannot; store it in 32 bits</source>
        <translation>张量“%1”里有 %2，16 位浮点数最大到 65504，存不下；请用 32 位存储</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; is given twice</source>
        <translation>张量“%1”给了两次</translation>
    </message>
    <message>
        <source>the tensor has no elements to write</source>
        <translation>张量是空的，没有可写的数</translation>
    </message>
    <message>
        <source>the tensors do not fit the model: %1</source>
        <translation>张量与模型不符：%1</translation>
    </message>
    <message>
        <source>the tensors end at byte %1 of the data, which has %2 bytes; the file is %3</source>
        <translation>张量到数据的第 %1 字节结束，而数据有 %2 字节；文件%3</translation>
    </message>
    <message>
        <source>the text has more than the %1 bytes that are accepted at once; split it into sentences</source>
        <translation>文本超过了一次最多 %1 字节；请分成句子</translation>
    </message>
    <message>
        <source>the text is not valid UTF-8 at byte %1; save it as UTF-8 and try again</source>
        <translation>文本的第 %1 字节不是有效的 UTF-8；请存成 UTF-8 再试</translation>
    </message>
    <message>
        <source>the token forced at step %1 is %2, expected an id below %3</source>
        <translation>第 %1 步指定的词元是 %2，编号应小于 %3</translation>
    </message>
    <message>
        <source>the translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>the translation has %1 tokens with its first one, this model reads at most %2</source>
        <translation>译文连同第一个共有 %1 个词元，这个模型最多读 %2 个</translation>
    </message>
    <message>
        <source>the translation has %1 tokens, this model continues at most %2</source>
        <translation>译文有 %1 个词元，这个模型最多接着 %2 个往下写</translation>
    </message>
    <message>
        <source>the translation holds &lt;pad&gt; or &lt;bos&gt;, which never occur inside one</source>
        <translation>译文里有 &lt;pad&gt; 或 &lt;bos&gt;，它们不会出现在译文中间</translation>
    </message>
    <message>
        <source>the translation holds the token %1, this model knows 0 to %2</source>
        <translation>译文里有词元 %1，这个模型只认识 0 到 %2</translation>
    </message>
    <message>
        <source>the translation of branch %1</source>
        <translation>第 %1 个分支的译文</translation>
    </message>
    <message>
        <source>the vocabulary has no piece &quot;%1&quot;, which stands for a space</source>
        <translation>词表里没有代表空格的“%1”</translation>
    </message>
    <message>
        <source>the weights are %1 numbers, the contract describes %2; the files of this model do not belong together</source>
        <translation>权重有 %1 个数，contract.json 描述的是 %2 个；这个模型的各个文件不配套</translation>
    </message>
    <message>
        <source>there are %1 merges, expected at most %2</source>
        <translation>合并规则有 %1 条，最多 %2 条</translation>
    </message>
    <message>
        <source>there are %1 pieces and %2 counts, expected as many of both</source>
        <translation>词表有 %1 项，计数有 %2 个，应当一样多</translation>
    </message>
    <message>
        <source>there are %1 pieces, expected at least &lt;pad&gt; &lt;bos&gt; &lt;eos&gt; &lt;unk&gt;</source>
        <translation>词表有 %1 项，至少应有 &lt;pad&gt; &lt;bos&gt; &lt;eos&gt; &lt;unk&gt;</translation>
    </message>
    <message>
        <source>there is a byte that is not UTF-8 at line %1, column %2</source>
        <translation>第 %1 行第 %2 列有不是 UTF-8 的字节</translation>
    </message>
    <message>
        <source>there is an error at line %1, column %2</source>
        <translation>第 %1 行第 %2 列有错</translation>
    </message>
    <message>
        <source>there is no file %1; check the name</source>
        <translation>没有文件 %1；请检查名称</translation>
    </message>
    <message>
        <source>there is no folder %1 or %2; set VITRINE_ASSETS to the folder that holds models/</source>
        <translation>没有文件夹 %1 或 %2；请把 VITRINE_ASSETS 设为含有 models/ 的文件夹</translation>
    </message>
    <message>
        <source>there is no folder %1; check the name</source>
        <translation>没有文件夹 %1；请检查名称</translation>
    </message>
    <message>
        <source>there is no model &apos;%1&apos;; expected the path of a model folder</source>
        <translation>没有模型“%1”；应为模型文件夹的路径</translation>
    </message>
    <message>
        <source>there is no model &apos;%1&apos;; expected the path of a model folder or one of: %2</source>
        <translation>没有模型“%1”；应为模型文件夹的路径，或者：%2</translation>
    </message>
    <message>
        <source>there is no model in %1; train one with vitrine-cli train, or name a folder with --model</source>
        <translation>%1 里没有模型；请用 vitrine-cli train 训练一个，或用 --model 指定文件夹</translation>
    </message>
    <message>
        <source>there is no preset &apos;%1&apos;; expected one of %2</source>
        <translation>没有预设“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>there is no tensor &apos;%1&apos; among the %2 of the file</source>
        <translation>文件的 %2 个张量里没有“%1”</translation>
    </message>
    <message>
        <source>there is no token %1, the vocabulary has %2</source>
        <translation>没有词元 %1，词表有 %2 项</translation>
    </message>
    <message>
        <source>this model has no %1; ask for a site of its catalogue</source>
        <translation>这个模型没有 %1；请选它有的观测点</translation>
    </message>
    <message>
        <source>this model has no %1; choose a site of its catalogue</source>
        <translation>这个模型没有 %1；请选它有的观测点</translation>
    </message>
    <message>
        <source>this view has no numbers yet; translate a sentence first</source>
        <translation>这个视图还没有数值；请先翻译一个句子</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>token %1 is not in the vocabulary, expected 0 to %2</source>
        <translation>词元 %1 不在词表里，应在 0 到 %2 之间</translation>
    </message>
    <message>
        <source>top-k is %1, expected the number of tokens to keep, or 0 for all</source>
        <translation>top-k 为 %1，应为保留的词元数，0 表示全部</translation>
    </message>
    <message>
        <source>top-p is %1, expected more than 0 and at most 1</source>
        <translation>top-p 为 %1，应大于 0 且不大于 1</translation>
    </message>
    <message>
        <source>translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>tying is &quot;all&quot;, which needs one vocabulary, but the source has %1 tokens and the target %2</source>
        <translation>tying 为“all”，需要共用一个词表，而源词表有 %1 项，目标词表有 %2 项</translation>
    </message>
    <message>
        <source>unexpected</source>
        <translation>多余</translation>
    </message>
    <message>
        <source>width is %1, expected an even number (sinusoidal positions pair features)</source>
        <translation>width 为 %1，应为偶数：正弦位置编码把特征两两配对</translation>
    </message>
    <message>
        <source>words are forced or kept, but there is no sentence or no model to translate it; name both</source>
        <translation>指定或保留了词，却没有句子或翻译它的模型；两者都要给出</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
</context>
<context>
    <name>engine place</name>
    <message>
        <source>BPE tokenizer</source>
        <translation>BPE 分词器</translation>
    </message>
    <message>
        <source>assets</source>
        <translation>资源文件夹</translation>
    </message>
    <message>
        <source>card</source>
        <translation>card.json</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>contract</source>
        <translation>contract.json</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>选词</translation>
    </message>
    <message>
        <source>export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>gemm</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>intervention</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>io</source>
        <translation>文件读写</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>npy</source>
        <translation>npy 文件</translation>
    </message>
    <message>
        <source>safetensors</source>
        <translation>safetensors 文件</translation>
    </message>
    <message>
        <source>saved state</source>
        <translation>保存的状态</translation>
    </message>
    <message>
        <source>session</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>tokenizer file</source>
        <translation>分词器文件</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>观测点</translation>
    </message>
    <message>
        <source>training state</source>
        <translation>训练状态</translation>
    </message>
    <message>
        <source>vitrine</source>
        <translation>Vitrine</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
</context>
</TS>

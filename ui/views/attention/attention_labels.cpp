#include "ui/views/attention/attention_labels.h"

namespace vitrine {
namespace {

constexpr QChar kContinues(0x22c5);  // "⋅", as everywhere in the window

bool isLetter(const QString& text) {
    return !text.isEmpty() && text.at(0).isLetter() && text.at(0).script() != QChar::Script_Han;
}

/// Only Latin-like BPE pieces continue words, and only behind letters: a Chinese piece is a word by itself,
/// punctuation stands alone.
AxisToken axisToken(const std::string& piece, TokenizerKind kind, bool special, const AxisToken* before) {
    const QString text = QString::fromStdString(piece);
    const bool behindLetters = before != nullptr && !before->special && isLetter(before->text.right(1));
    AxisToken token;
    token.special = special;
    token.continues = kind == TokenizerKind::Bpe && !special && isLetter(text) && behindLetters;
    token.text = pieceLabel(piece, kind, special);
    if (!token.continues && isLetter(text) && token.text.startsWith(kContinues)) token.text.remove(0, 1);
    return token;
}

}  // namespace

Stack stackOf(AttentionKind kind) {
    return kind == AttentionKind::EncoderSelf ? Stack::Encoder : Stack::Decoder;
}

Part partOf(AttentionKind kind) {
    return kind == AttentionKind::Cross ? Part::CrossAttention : Part::SelfAttention;
}

AttentionKind kindOf(Stack stack, Part part) {
    if (part == Part::CrossAttention) return AttentionKind::Cross;
    return stack == Stack::Encoder ? AttentionKind::EncoderSelf : AttentionKind::DecoderSelf;
}

QString pieceLabel(const std::string& piece, TokenizerKind kind, bool special) {
    QString text = QString::fromStdString(piece);
    if (special || kind == TokenizerKind::Word) return text;
    const QString mark = QString::fromUtf8(kSpaceMark.data(), static_cast<qsizetype>(kSpaceMark.size()));
    if (text.startsWith(mark)) {
        text.remove(0, mark.size());
        return text.isEmpty() ? QStringLiteral("␣") : text;
    }
    return isLetter(text) ? kContinues + text : text;
}

std::vector<AxisToken> sourceAxis(const LoadedModel& model, const Analysis& analysis) {
    const Vocabulary& vocabulary = model.source.vocabulary();
    std::vector<AxisToken> axis;
    for (std::size_t i = 0; i < analysis.source.size(); ++i) {
        const Token& token = analysis.source[i];
        axis.push_back(axisToken(token.piece, model.source.kind(),
                                 vocabulary.isSpecial(token.id) && !token.unknown,
                                 axis.empty() ? nullptr : &axis.back()));
        if (token.unknown) axis.back().text = QStringLiteral("⟨%1⟩").arg(axis.back().text);
    }
    return axis;
}

std::vector<AxisToken> targetAxis(const LoadedModel& model, const Analysis& analysis) {
    const Vocabulary& vocabulary = model.target.vocabulary();
    const TokenizerKind kind = model.target.kind();
    std::vector<AxisToken> axis;
    for (std::size_t i = 0; i < analysis.targetInput.size(); ++i) {
        const TokenId id = analysis.targetInput[i];
        axis.push_back(axisToken(vocabulary.piece(id), kind, vocabulary.isSpecial(id),
                                 axis.empty() ? nullptr : &axis.back()));
    }
    for (std::size_t i = 0; i + 1 < axis.size(); ++i) axis[i].predicted = axis[i + 1].text;
    const TokenId next = analysis.next.chosen;
    if (!axis.empty() && next.valid())
        axis.back().predicted =
            axisToken(vocabulary.piece(next), kind, vocabulary.isSpecial(next), &axis.back()).text;
    return axis;
}

std::vector<AxisToken> queryAxis(const LoadedModel& model, const Analysis& analysis, AttentionKind kind) {
    return kind == AttentionKind::EncoderSelf ? sourceAxis(model, analysis) : targetAxis(model, analysis);
}

std::vector<AxisToken> keyAxis(const LoadedModel& model, const Analysis& analysis, AttentionKind kind) {
    if (kind != AttentionKind::DecoderSelf) return sourceAxis(model, analysis);
    std::vector<AxisToken> axis = targetAxis(model, analysis);
    for (AxisToken& token : axis) token.predicted.clear();
    return axis;
}

std::vector<int> wordNumbers(const std::vector<AxisToken>& tokens) {
    std::vector<int> numbers;
    int word = -1;
    for (const AxisToken& token : tokens) {
        if (!token.continues || word < 0) ++word;
        numbers.push_back(word);
    }
    return numbers;
}

std::vector<AxisToken> mergedToWords(const std::vector<AxisToken>& tokens) {
    std::vector<AxisToken> words;
    for (const AxisToken& token : tokens) {
        if (!token.continues || words.empty()) {
            words.push_back(token);
            continue;
        }
        QString text = token.text;
        if (text.startsWith(kContinues)) text.remove(0, 1);
        words.back().text += text;
        words.back().predicted = token.predicted;
    }
    return words;
}

}  // namespace vitrine

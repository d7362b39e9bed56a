#include "ui/common/token_text.h"

#include <cmath>

#include "engine/core/text_format.h"

namespace vitrine {

namespace {

/// A BPE piece as a person reads it: words stand bare, what continues a word starts with a dot.
QString readable(QString piece, bool bpe) {
    const QString space = QString::fromUtf8(kSpaceMark.data(), static_cast<qsizetype>(kSpaceMark.size()));
    if (piece == space) return QStringLiteral("␣");
    if (piece.startsWith(space)) return piece.mid(space.size());
    const bool latin = !piece.isEmpty() && piece[0].isLetter() && piece[0].unicode() < 0x2e80;
    return bpe && latin ? QStringLiteral("⋅") + piece : piece;
}

}  // namespace

QString tokenText(const Tokenizer& tokenizer, TokenId id) {
    return readable(QString::fromStdString(tokenizer.vocabulary().piece(id)),
                    tokenizer.kind() == TokenizerKind::Bpe);
}

QString sourceTokenText(const Token& token) {
    const QString piece = readable(QString::fromStdString(token.piece), false);
    return token.unknown ? QStringLiteral("⟨%1⟩").arg(piece) : piece;
}

QStringList sourceLabels(const Analysis& analysis) {
    QStringList labels;
    for (const Token& token : analysis.source) labels << sourceTokenText(token);
    return labels;
}

QStringList targetLabels(const StepAnswer& answer) {
    QStringList labels;
    for (const TokenId id : answer.analysis.targetInput)
        labels << tokenText(answer.question.model->target, id);
    return labels;
}

QString numberText(double value, int decimals) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    QString text = QString::fromStdString(formatFixed(value, decimals));
    if (text.startsWith(QLatin1Char('-'))) text.replace(0, 1, QStringLiteral("−"));
    return text;
}

QString exactText(double value) {
    if (value == 0 || !std::isfinite(value) || std::abs(value) >= 0.00005) return numberText(value, 4);
    // Too small for four decimals, but not nothing: 5.7×10⁻⁶.
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    static const QString kDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString power = QStringLiteral("⁻");
    for (const QChar digit : QString::number(-exponent)) power += kDigits[digit.digitValue()];
    return numberText(value / std::pow(10.0, exponent), 1) + QStringLiteral("×10") + power;
}

QString countText(qint64 value) {
    QString text = QString::number(value);
    for (qsizetype i = text.size() - 3; i > (value < 0 ? 1 : 0); i -= 3) text.insert(i, QChar(0x202f));
    return text;
}

QString probabilityText(double value, int decimals) {
    if (value == 0) return QStringLiteral("0");
    const double smallest = std::pow(10.0, -decimals);
    if (value > 0 && value < smallest / 2) return QStringLiteral("<") + numberText(smallest, decimals);
    return numberText(value, decimals);
}

}  // namespace vitrine

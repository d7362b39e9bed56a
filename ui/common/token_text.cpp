#include "ui/common/token_text.h"

#include <cmath>

#include "engine/core/text_format.h"

namespace vitrine {

QString tokenText(const Tokenizer& tokenizer, TokenId id) {
    return QString::fromStdString(tokenizer.vocabulary().piece(id));
}

QString sourceTokenText(const Token& token) {
    const QString piece = QString::fromStdString(token.piece);
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

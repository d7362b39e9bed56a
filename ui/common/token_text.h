#pragma once

#include <QString>
#include <QStringList>

#include "ui/common/answer.h"

namespace vitrine {

/// A vocabulary entry as the window writes it. BPE pieces that start a word lose their space mark, those that
/// continue one get a dot in front ("⋅ing"), so that two entries never look alike. Never empty.
QString tokenText(const Tokenizer& tokenizer, TokenId id);
/// A piece of the source sentence; unknown pieces are shown as typed, in ⟨ ⟩.
QString sourceTokenText(const Token& token);
QStringList sourceLabels(const Analysis& analysis);
/// Labels of the T decoder inputs: <bos> and the prefix.
QStringList targetLabels(const StepAnswer& answer);

/// Fixed decimals through the program's one formatter; a proper minus sign, "−∞" and "∞".
QString numberText(double value, int decimals);
/// Four decimals; two digits and a power of ten where those would all be 0: "5.7×10⁻⁶".
QString exactText(double value);
/// Thousands apart by a thin space: 12 034.
QString countText(qint64 value);
/// A probability for reading: 0.812; below the last digit "<0.001"; 0 is "0".
QString probabilityText(double value, int decimals = 3);

}  // namespace vitrine

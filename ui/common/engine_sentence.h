#pragma once

#include <QString>
#include <exception>

#include "engine/core/sentence.h"

namespace vitrine {

/// A sentence of the engine in the language of the window, from the catalogue's contexts "engine" (patterns)
/// and "engine place". In English, and where the catalogue knows nothing, it is the engine's own text.
QString sentenceText(const Sentence& sentence);

/// The same for whatever was thrown.
QString errorSentence(const std::exception& error);

}  // namespace vitrine

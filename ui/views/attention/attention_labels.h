#pragma once

#include <QString>
#include <vector>

#include "engine/session/analyse.h"

namespace vitrine {

/// The three attentions of an encoder-decoder Transformer.
enum class AttentionKind : std::uint8_t { EncoderSelf, DecoderSelf, Cross };

Stack stackOf(AttentionKind kind);
Part partOf(AttentionKind kind);
/// The kind of an attention site; Cross for decoder cross-attention, otherwise self-attention of the stack.
AttentionKind kindOf(Stack stack, Part part);

/// One row or column of an attention matrix as it is labelled on the screen.
struct AxisToken {
    QString text;  ///< the piece without space marks; continuation pieces start with "⋅", unknown ones stand
                   ///< in ⟨ ⟩
    QString predicted;  ///< decoder rows: the token that this position chooses next, else empty
    bool special = false;
    bool continues = false;  ///< joins the word of the token before it
};

/// A piece as people read it: "▁machine" -> "machine", "lation" -> "⋅lation".
QString pieceLabel(const std::string& piece, TokenizerKind kind, bool special);

/// S source tokens.
std::vector<AxisToken> sourceAxis(const LoadedModel& model, const Analysis& analysis);
/// T decoder inputs, each with the token its position predicts (the last one: the chosen next token).
std::vector<AxisToken> targetAxis(const LoadedModel& model, const Analysis& analysis);

/// Rows (queries) and columns (keys) of an attention.
std::vector<AxisToken> queryAxis(const LoadedModel& model, const Analysis& analysis, AttentionKind kind);
std::vector<AxisToken> keyAxis(const LoadedModel& model, const Analysis& analysis, AttentionKind kind);

/// For every token the number of its word, from 0 and without gaps: tokens that continue a word share it.
std::vector<int> wordNumbers(const std::vector<AxisToken>& tokens);
/// One entry a word: texts put together, the predicted token of its last piece.
std::vector<AxisToken> mergedToWords(const std::vector<AxisToken>& tokens);

}  // namespace vitrine

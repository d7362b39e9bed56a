#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

enum class Stack : std::uint8_t { Encoder, Decoder, Output };

/// A sublayer of a block, the embedding below the blocks, or the output head above them.
enum class Part : std::uint8_t { Embedding, SelfAttention, CrossAttention, FeedForward, Head };

/// What is looked at inside a part. N stands for the rows of the stack (S in the encoder, T in the decoder),
/// M for the keys of an attention (S in encoder self-attention and cross-attention, T in decoder
/// self-attention).
enum class Quantity : std::uint8_t {
    Tokens,     ///< embedding: scale * table[ids]                       (B, N, d)
    Positions,  ///< embedding: position vectors                         (N, d)
    Query,      ///< attention: x Wq + bq                                (B, N, h*dk)
    Key,        ///< attention                                           (B, M, g*dk)
    Value,      ///< attention                                           (B, M, g*dv)
    Scores,     ///< attention: q . k                                    (B, h, N, M)
    Scaled,     ///< attention: scores / sqrt(dk)                        (B, h, N, M)
    Mask,       ///< attention: additive mask, 0 or -infinity            (B, N, M)
    Masked,     ///< attention: scaled + mask                            (B, h, N, M)
    Weights,    ///< attention: softmax over keys                        (B, h, N, M)
    Heads,      ///< attention: weights times values, heads side by side (B, N, h*dv)
    Hidden,     ///< feed-forward: after the activation                  (B, N, f)
    Output,     ///< what the sublayer adds (or the embedding hands on)  (B, N, d)
    Residual,   ///< the stream that enters the addition                 (B, N, d)
    Sum,        ///< residual + output                                   (B, N, d)
    Norm,  ///< after LayerNorm; after the last sublayer it is the residual stream behind the block (B, N, d)
    Logits,  ///< output head: one score for every target token       (B, T, Vt)
};

/// A named place in a forward pass. Its text form is "decoder.2.cross.weights", "encoder.embedding.output",
/// "output.logits"; names are stable, a test freezes them.
struct Site {
    Stack stack = Stack::Output;
    std::int16_t layer = -1;  ///< block of the stack from 0; -1 for embedding and head
    Part part = Part::Head;
    Quantity quantity = Quantity::Logits;

    auto operator<=>(const Site&) const = default;
};

std::string siteName(const Site& site);
/// Throws Error that says what a site name looks like.
Site parseSite(std::string_view name);
/// Whether a site's name fits a pattern in which each * stands for any text, none included. Time grows with
/// the product of both lengths at worst, whatever the pattern.
bool fitsPattern(std::string_view name, std::string_view pattern);
/// Axis names outermost first, e.g. "B,h,T,S" for decoder.0.cross.weights.
std::string siteAxes(const Site& site);

std::string_view nameOf(Stack stack);
std::string_view nameOf(Part part);
std::string_view nameOf(Quantity quantity);

}  // namespace vitrine

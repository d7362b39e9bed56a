#pragma once

#include <QObject>
#include <optional>
#include <string>

#include "engine/core/ids.h"
#include "engine/trace/site.h"

namespace vitrine {

/// A trained number, a row or a column of a parameter, or the whole of it.
struct ParameterPlace {
    std::string name;  ///< as in a checkpoint: "decoder.0.cross.query.weight"; empty: no parameter is meant
    int row = -1;      ///< of a matrix (out, in) or table (V, d); the index in a vector
    int column = -1;   ///< of a matrix or table

    bool there() const { return !name.empty(); }
    bool operator==(const ParameterPlace&) const = default;
};

/// A place in the picture of one translation. What does not matter is -1: a whole block has no head, row or
/// column; a whole row of an attention has no column.
struct Locus {
    Site site{Stack::Decoder, 0, Part::CrossAttention, Quantity::Weights};
    int head = -1;    ///< of an attention, 0 .. h-1; -1 all heads
    int row = -1;     ///< query position N: source position in the encoder, decoder input slot 0 .. T-1
    int column = -1;  ///< key position M of an attention, feature of a vector
    TokenId token;    ///< a candidate of the next token, an entry of the target vocabulary
    ParameterPlace parameter{};  ///< a trained number behind the place; the rest says where it was met

    bool operator==(const Locus&) const = default;
};

/// A token that a place is about: source position of the encoder, input slot of the decoder. Index -1: none.
struct TokenPlace {
    Stack stack = Stack::Output;
    int index = -1;

    bool operator==(const TokenPlace&) const = default;
};
/// The token whose row of numbers the place is in; keys and values have none.
TokenPlace queryOf(const Locus& locus);
/// The token that is looked at: the column of an attention stage, the row of a key or value. Columns of
/// everything else are features, not tokens.
TokenPlace keyOf(const Locus& locus);

/// What the person points at. One object is shared by all views, so that hovering anywhere highlights
/// everywhere: hovering previews, a click locks, Esc lets go. Model, sentence and step are not here: they
/// belong to the Experiment, because changing them can be undone.
class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

    const std::optional<Locus>& hovered() const { return m_hovered; }
    const std::optional<Locus>& locked() const { return m_locked; }
    /// What highlights show: the hovered place, else the locked one.
    const std::optional<Locus>& shown() const { return m_hovered ? m_hovered : m_locked; }
    /// The block and head that was locked last, without row and column. It stays when the lock goes: the
    /// attention views show this block.
    const Locus& current() const { return m_current; }

    /// A step of the translation under the pointer (transport, branches); -1 none.
    int hoveredStep() const { return m_hoveredStep; }

public Q_SLOTS:
    void hover(const vitrine::Locus& locus);
    void leave();  ///< nothing is hovered any more
    void lock(const vitrine::Locus& locus);
    void release();  ///< Esc
    void setCurrent(const vitrine::Locus& locus);
    void hoverStep(int step);

Q_SIGNALS:
    void hoveredChanged();
    void lockedChanged();
    void shownChanged();  ///< after either of the two above, when shown() changed
    void currentChanged();
    void hoveredStepChanged();

private:
    void replace(std::optional<Locus>& place, std::optional<Locus> value, void (Selection::*changed)());

    std::optional<Locus> m_hovered, m_locked;
    Locus m_current;
    int m_hoveredStep = -1;
};

}  // namespace vitrine

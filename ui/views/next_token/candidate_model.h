#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "ui/common/answer.h"
#include "ui/common/figure.h"

namespace vitrine {

/// What the next-token view shows, without a window: the table of one step under settings that may be ahead
/// of the engine's answer. A slider is followed by running the stages again on the logits of the answer,
/// which takes well under a millisecond a thousand tokens.
class CandidateModel {
public:
    /// A stage of the choice, one column. Greedy choice has no stages between Probability and the choice.
    enum class Stage { Logit, Probability, Tempered, TopK, TopP, MinP };
    static constexpr std::int64_t kManyDraws = 1000;

    /// Takes the logits of an answer; null clears.
    void setAnswer(const std::shared_ptr<const StepAnswer>& answer);
    /// Settings to show; throws Error for impossible ones.
    void setDecoding(const Decoding& decoding);
    const Decoding& decoding() const { return m_decoding; }

    bool empty() const { return m_table.candidates.empty(); }
    const NextToken& table() const { return m_table; }
    int count() const { return static_cast<int>(m_table.candidates.size()); }
    const Candidate& candidate(int row) const { return m_table.candidates[static_cast<std::size_t>(row)]; }
    QString tokenLabel(int row) const;
    bool chosen(int row) const { return candidate(row).token == m_table.chosen; }
    int chosenRow() const;
    StepIndex step() const { return m_step; }

    std::vector<Stage> stages() const;
    double value(int row, Stage stage) const;
    /// Cut by this stage or one before it.
    bool cut(int row, Stage stage) const;
    std::int64_t kept(Stage stage) const;  ///< tokens left behind this stage
    double mass(Stage stage) const;        ///< tempered probability of those
    double largestLogit() const;
    double smallestShownLogit(int rows) const;

    /// kManyDraws independent draws from q, by row; off until asked for, recomputed with the table.
    void setManyDraws(bool on);
    bool manyDraws() const { return m_manyDraws; }
    std::int64_t draws(int row) const;

    QList<FigureData> data() const;

private:
    void recompute();

    std::shared_ptr<const StepAnswer> m_answer;
    std::vector<float> m_logits;  // (Vt)
    std::vector<TokenId> m_banned;
    Decoding m_decoding;
    StepIndex m_step{0};
    NextToken m_table;
    bool m_manyDraws = false;
    std::vector<std::int64_t> m_draws;
};

}  // namespace vitrine

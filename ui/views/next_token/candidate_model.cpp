#include "ui/views/next_token/candidate_model.h"

#include <algorithm>
#include <limits>

#include "ui/common/token_text.h"

namespace vitrine {

void CandidateModel::setAnswer(const std::shared_ptr<const StepAnswer>& answer) {
    m_answer = answer;
    m_logits.clear();
    m_banned.clear();
    if (answer) {
        const auto size = static_cast<std::size_t>(answer->question.model->target.size());
        m_logits.assign(size, std::numeric_limits<float>::quiet_NaN());
        for (const Candidate& candidate : answer->analysis.next.candidates)
            m_logits[static_cast<std::size_t>(candidate.token.value)] = static_cast<float>(candidate.logit);
        // A table lists every token but the banned ones.
        for (std::size_t id = 0; id < size; ++id) {
            if (m_logits[id] == m_logits[id]) continue;
            m_banned.emplace_back(static_cast<std::int64_t>(id));
            m_logits[id] = 0;
        }
        m_step = StepIndex(static_cast<std::int64_t>(answer->question.prefix.size()));
        m_decoding = answer->question.decoding;
    }
    recompute();
}

void CandidateModel::setDecoding(const Decoding& decoding) {
    validate(decoding);
    m_decoding = decoding;
    recompute();
}

void CandidateModel::recompute() {
    m_draws.clear();
    if (!m_answer) {
        m_table = {};
        return;
    }
    m_table = m_decoding == m_answer->question.decoding ? m_answer->analysis.next
                                                        : nextToken(m_logits, m_banned, m_decoding, m_step);
    if (m_manyDraws) m_draws = drawMany(m_table, kManyDraws, m_decoding.seed);
}

void CandidateModel::setManyDraws(bool on) {
    m_manyDraws = on;
    recompute();
}

std::int64_t CandidateModel::draws(int row) const {
    return m_draws.empty() ? 0 : m_draws[static_cast<std::size_t>(row)];
}

QString CandidateModel::tokenLabel(int row) const {
    return tokenText(m_answer->question.model->target, candidate(row).token);
}

int CandidateModel::chosenRow() const {
    for (int row = 0; row < count(); ++row)
        if (chosen(row)) return row;
    return -1;
}

std::vector<CandidateModel::Stage> CandidateModel::stages() const {
    if (m_decoding.strategy == Strategy::Greedy) return {Stage::Logit, Stage::Probability};
    return {Stage::Logit, Stage::Tempered, Stage::TopK, Stage::TopP, Stage::MinP};
}

double CandidateModel::value(int row, Stage stage) const {
    const Candidate& c = candidate(row);
    switch (stage) {
        case Stage::Logit:
            return c.logit;
        case Stage::Probability:
            return c.probability;
        case Stage::Tempered:
            return c.tempered;
        case Stage::TopK:
            return c.afterTopK;
        case Stage::TopP:
            return c.afterTopP;
        case Stage::MinP:
            return c.afterMinP;
    }
    return 0;
}

std::int64_t CandidateModel::kept(Stage stage) const {
    switch (stage) {
        case Stage::TopK:
            return m_table.keptTopK;
        case Stage::TopP:
            return m_table.keptTopP;
        case Stage::MinP:
            return m_table.keptMinP;
        default:
            return count();
    }
}

double CandidateModel::mass(Stage stage) const {
    switch (stage) {
        case Stage::TopK:
            return m_table.massTopK;
        case Stage::TopP:
            return m_table.massTopP;
        case Stage::MinP:
            return m_table.massMinP;
        default:
            return 1;
    }
}

// Rows are sorted and every stage keeps the first ones.
bool CandidateModel::cut(int row, Stage stage) const {
    return row >= kept(stage);
}

double CandidateModel::largestLogit() const {
    return empty() ? 0 : candidate(0).logit;
}

double CandidateModel::smallestShownLogit(int rows) const {
    return empty() ? 0 : candidate(std::clamp(rows, 1, count()) - 1).logit;
}

QList<FigureData> CandidateModel::data() const {
    if (empty()) return {};
    FigureData table{QStringLiteral("candidates"), {}, {}, {}, {}};
    table.columns = {"token", "logit", "p", "tempered", "top_k", "top_p", "q"};
    if (m_manyDraws) table.columns << "draws";
    for (int row = 0; row < count(); ++row) {
        const Candidate& c = candidate(row);
        for (const double x : {double(c.token.value), c.logit, c.probability, c.tempered, c.afterTopK,
                               c.afterTopP, c.afterMinP})
            table.values.push_back(x);
        if (m_manyDraws) table.values.push_back(static_cast<double>(draws(row)));
        table.rows << tokenLabel(row);
    }
    table.shape = {count(), table.columns.size()};
    return {table};
}

}  // namespace vitrine

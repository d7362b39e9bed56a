#include <cmath>
#include <functional>
#include <limits>

#include "tests/model/model_fixture.h"
#include "tests/support/plain_transformer.h"

namespace vitrine {
namespace {

using testing::Matrix;
using testing::PlainTransformer;
using Action = Intervention::Action;

const std::vector<int> kSource = {4, 9, 5, 17}, kTarget = {1, 6, 20, 8, 11};
constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

class ChangedRun : public SmallModel {
protected:
    /// What the engine says with the interventions against the plain model with `change` and `bypassed`.
    void expectAsPlain(const std::vector<Intervention>& items, const PlainTransformer::Change& change,
                       const std::set<std::string>& bypassed = {}) {
        const Interventions interventions(items);
        const Tensor actual = logits(ids({kSource}), ids({kTarget}), {}, {}, nullptr, &interventions);
        const Matrix expected = PlainTransformer(m_model, change, bypassed).logits(kSource, kTarget);
        const Matrix untouched = PlainTransformer(m_model).logits(kSource, kTarget);
        double difference = 0;
        for (std::size_t i = 0; i < expected.cells.size(); ++i) {
            ASSERT_NEAR(actual.at(static_cast<std::int64_t>(i)), expected.cells[i], 1e-11)
                << siteName(items.empty() ? Site() : items[0].site) << ", logit " << i;
            difference = std::max(difference, std::abs(expected.cells[i] - untouched.cells[i]));
        }
        if (!items.empty()) {
            EXPECT_GT(difference, 1e-9) << "the change did not change anything";
        }
    }
    static Intervention make(const char* site, Action action, float value = 0) {
        Intervention item;
        item.site = parseSite(site);
        item.action = action;
        item.value = value;
        return item;
    }
};

/// Applies `edit` to one site (of one head, or of all when head is -1).
PlainTransformer::Change at(const std::string& site, int head, const std::function<void(Matrix&)>& edit) {
    return [=](const std::string& seen, std::size_t seenHead, Matrix& value) {
        if (seen == site && (head < 0 || seenHead == static_cast<std::size_t>(head))) edit(value);
    };
}

void zero(Matrix& m) {
    std::fill(m.cells.begin(), m.cells.end(), 0.0);
}

TEST_F(ChangedRun, ThePlainModelAgreesUntouched) {
    expectAsPlain({}, {});
}

TEST_F(ChangedRun, AHeadSwitchedOff) {
    Intervention off = make("decoder.1.cross.heads", Action::Scale);
    off.head = 2;
    expectAsPlain({off}, at("decoder.1.cross.heads", -1, [](Matrix& m) {
                      for (std::size_t t = 0; t < m.rows; ++t)
                          for (std::size_t i = 4; i < 6; ++i) m.at(t, i) = 0;  // dv = 2
                  }));
    off = make("encoder.1.self.heads", Action::Scale);
    off.head = 0;
    off.row = 3;
    expectAsPlain({off}, at("encoder.1.self.heads", -1, [](Matrix& m) {
                      for (std::size_t i = 0; i < 6; ++i) m.at(3, i) = 0;
                  }));
}

TEST_F(ChangedRun, AWeightSet) {
    Intervention edit = make("encoder.0.self.weights", Action::Set, 0.9f);
    edit.head = 1;
    edit.row = 1;
    edit.column = 2;
    const double value = static_cast<double>(0.9f);
    expectAsPlain({edit}, at("encoder.0.self.weights", 1, [=](Matrix& m) { m.at(1, 2) = value; }));
    edit.site = parseSite("decoder.1.cross.weights");
    edit.head = 3;
    edit.row = 4;
    edit.column = 0;
    expectAsPlain({edit}, at("decoder.1.cross.weights", 3, [=](Matrix& m) { m.at(4, 0) = value; }));
}

TEST_F(ChangedRun, AMaskCellPainted) {
    Intervention paint = make("decoder.0.self.mask", Action::Set, kMinusInfinity);
    paint.row = 3;
    paint.column = 1;
    expectAsPlain({paint}, at("decoder.0.self.mask", -1,
                              [](Matrix& m) { m.at(3, 1) = -std::numeric_limits<double>::infinity(); }));
    paint = make("decoder.1.self.mask", Action::Set, 0);  // a look at the future
    paint.row = 0;
    paint.column = 4;
    expectAsPlain({paint}, at("decoder.1.self.mask", -1, [](Matrix& m) { m.at(0, 4) = 0; }));
    paint = make("decoder.0.cross.mask", Action::Set, kMinusInfinity);  // a word nobody sees
    paint.column = 2;
    expectAsPlain({paint}, at("decoder.0.cross.mask", -1, [](Matrix& m) {
                      for (std::size_t t = 0; t < m.rows; ++t)
                          m.at(t, 2) = -std::numeric_limits<double>::infinity();
                  }));
}

TEST_F(ChangedRun, ARowThatSeesNothingMixesNothing) {
    Intervention paint = make("encoder.0.self.mask", Action::Set, kMinusInfinity);
    paint.row = 2;
    expectAsPlain({paint}, at("encoder.0.self.mask", -1, [](Matrix& m) {
                      for (std::size_t s = 0; s < m.columns; ++s)
                          m.at(2, s) = -std::numeric_limits<double>::infinity();
                  }));
}

TEST_F(ChangedRun, StagesSkipped) {
    for (const char* site :
         {"decoder.1.self.scaled", "decoder.0.self.masked", "encoder.1.ffn.norm", "decoder.1.cross.norm",
          "encoder.embedding.positions", "decoder.embedding.positions"})
        expectAsPlain({make(site, Action::Bypass)}, {}, {site});
}

TEST_F(ChangedRun, WholeStagesSwitchedOff) {
    for (const char* site : {"decoder.0.ffn.residual", "encoder.1.self.residual", "decoder.1.cross.output",
                             "decoder.0.self.query", "encoder.0.self.value", "decoder.1.ffn.hidden",
                             "encoder.1.ffn.sum", "decoder.0.cross.scores", "decoder.1.self.scaled",
                             "encoder.0.self.norm", "encoder.embedding.output", "decoder.0.cross.key"})
        expectAsPlain({make(site, Action::Scale)}, at(site, -1, zero));
}

TEST_F(ChangedRun, EverySiteThatCanBeChangedIs) {
    for (const Site& site : siteCatalogue(m_model.contract())) {
        if (site.quantity == Quantity::Tokens || site.quantity == Quantity::Positions) continue;
        const std::string name = siteName(site);
        const bool additive = site.quantity == Quantity::Mask;  // zero times anything would change nothing
        const float value = additive ? -0.75f : 1.25f;
        Intervention item = make(name.c_str(), additive ? Action::Set : Action::Scale, value);
        item.row = 1;
        if (additive) item.column = 0;
        const bool ofCells =
            site.quantity >= Quantity::Scores && site.quantity <= Quantity::Weights && !additive;
        if (ofCells) item.column = 0;
        expectAsPlain({item}, at(name, -1, [&](Matrix& m) {
                          for (std::size_t c = 0; c < m.columns; ++c) {
                              if ((additive || ofCells) && c != 0) continue;
                              m.at(1, c) = additive ? -0.75 : m.at(1, c) * 1.25;
                          }
                      }));
    }
}

TEST_F(ChangedRun, ATensorReplaced) {
    Intervention item = make("decoder.0.cross.output", Action::Replace);
    item.replacement = Tensor::zeros(DType::F32, {1, 5, 12});
    for (std::int64_t i = 0; i < 60; ++i) item.replacement.data<float>()[i] = static_cast<float>(i) / 64;
    expectAsPlain({item}, at("decoder.0.cross.output", -1, [](Matrix& m) {
                      for (std::size_t i = 0; i < m.cells.size(); ++i)
                          m.cells[i] = static_cast<double>(i) / 64;
                  }));
}

TEST_F(ChangedRun, SeveralAtOnceAndInOrder) {
    Intervention first = make("encoder.0.ffn.norm", Action::Set, 2),
                 second = make("encoder.0.ffn.norm", Action::Scale, 3),
                 third = make("decoder.1.self.residual", Action::Scale, 0);
    first.row = 1;
    expectAsPlain({first, second, third}, [](const std::string& site, std::size_t, Matrix& m) {
        if (site == "encoder.0.ffn.norm") {
            for (std::size_t c = 0; c < m.columns; ++c) m.at(1, c) = 2;
            for (double& cell : m.cells) cell *= 3;
        }
        if (site == "decoder.1.self.residual") zero(m);
    });
}

TEST_F(ChangedRun, AChangedResidualLeavesTheStreamBesideItAlone) {
    // The same tensor is the input of the sublayer: only the addition may see the change.
    Intervention off = make("encoder.0.self.residual", Action::Scale);
    expectAsPlain({off}, at("encoder.0.self.residual", -1, zero));
}

TEST_F(ChangedRun, IndicesOutsideAreErrors) {
    for (const char* axis : {"head", "row", "column"}) {
        Intervention item = make("encoder.0.self.weights", Action::Set, 1);
        (axis[0] == 'h' ? item.head : axis[0] == 'r' ? item.row : item.column) = 50;
        const Interventions interventions({item});
        EXPECT_THROW(logits(ids({kSource}), ids({kTarget}), {}, {}, nullptr, &interventions), Error) << axis;
    }
    Intervention item = make("decoder.0.cross.output", Action::Replace);
    item.replacement = Tensor::zeros(DType::F32, {3});
    const Interventions interventions({item});
    EXPECT_THROW(logits(ids({kSource}), ids({kTarget}), {}, {}, nullptr, &interventions), Error);
}

}  // namespace
}  // namespace vitrine

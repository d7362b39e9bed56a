#include <cmath>
#include <map>
#include <sstream>

#include "engine/trace/frame.h"
#include "tests/model/model_fixture.h"

namespace vitrine {
namespace {

class Sites : public SmallModel {};

/// Names, order and axes are a promise to lessons, saved views and other programs.
constexpr const char* kFrozen = R"(encoder.embedding.tokens B,S,d
encoder.embedding.positions S,d
encoder.embedding.output B,S,d
encoder.0.self.query B,S,h*dk
encoder.0.self.key B,S,g*dk
encoder.0.self.value B,S,g*dv
encoder.0.self.scores B,h,S,S
encoder.0.self.scaled B,h,S,S
encoder.0.self.mask B,S,S
encoder.0.self.masked B,h,S,S
encoder.0.self.weights B,h,S,S
encoder.0.self.heads B,S,h*dv
encoder.0.self.output B,S,d
encoder.0.self.residual B,S,d
encoder.0.self.sum B,S,d
encoder.0.self.norm B,S,d
encoder.0.ffn.hidden B,S,f
encoder.0.ffn.output B,S,d
encoder.0.ffn.residual B,S,d
encoder.0.ffn.sum B,S,d
encoder.0.ffn.norm B,S,d
decoder.embedding.tokens B,T,d
decoder.embedding.positions T,d
decoder.embedding.output B,T,d
decoder.0.self.query B,T,h*dk
decoder.0.self.key B,T,g*dk
decoder.0.self.value B,T,g*dv
decoder.0.self.scores B,h,T,T
decoder.0.self.scaled B,h,T,T
decoder.0.self.mask B,T,T
decoder.0.self.masked B,h,T,T
decoder.0.self.weights B,h,T,T
decoder.0.self.heads B,T,h*dv
decoder.0.self.output B,T,d
decoder.0.self.residual B,T,d
decoder.0.self.sum B,T,d
decoder.0.self.norm B,T,d
decoder.0.cross.query B,T,h*dk
decoder.0.cross.key B,S,g*dk
decoder.0.cross.value B,S,g*dv
decoder.0.cross.scores B,h,T,S
decoder.0.cross.scaled B,h,T,S
decoder.0.cross.mask B,T,S
decoder.0.cross.masked B,h,T,S
decoder.0.cross.weights B,h,T,S
decoder.0.cross.heads B,T,h*dv
decoder.0.cross.output B,T,d
decoder.0.cross.residual B,T,d
decoder.0.cross.sum B,T,d
decoder.0.cross.norm B,T,d
decoder.0.ffn.hidden B,T,f
decoder.0.ffn.output B,T,d
decoder.0.ffn.residual B,T,d
decoder.0.ffn.sum B,T,d
decoder.0.ffn.norm B,T,d
output.logits B,T,Vt
)";

TEST_F(Sites, TheCatalogueIsFrozen) {
    Contract one = contract();
    one.encoder.resize(1);
    one.decoder.resize(1);
    std::string list;
    for (const Site& site : siteCatalogue(one)) {
        EXPECT_EQ(parseSite(siteName(site)), site);
        list += siteName(site) + ' ' + siteAxes(site) + '\n';
    }
    EXPECT_EQ(list, kFrozen);
    EXPECT_EQ(siteCatalogue(contract()).size(), 2u * 18 + 2u * 31 + 7);
}

/// Lengths of the axes that siteAxes() names, for a batch of 2 with S = 4 and T = 5.
std::vector<std::int64_t> expectedLengths(const Site& site, const Contract& c) {
    LayerContract layer;
    if (site.layer >= 0)
        layer = (site.stack == Stack::Encoder ? c.encoder : c.decoder)[static_cast<std::size_t>(site.layer)];
    const std::map<std::string, std::int64_t> lengths = {{"B", 2},
                                                         {"S", 4},
                                                         {"T", 5},
                                                         {"d", c.width},
                                                         {"h", layer.heads},
                                                         {"f", layer.ffnWidth},
                                                         {"Vt", c.targetVocabulary},
                                                         {"h*dk", layer.heads * layer.keyWidth},
                                                         {"g*dk", layer.heads * layer.keyWidth},
                                                         {"h*dv", layer.heads * layer.valueWidth},
                                                         {"g*dv", layer.heads * layer.valueWidth}};
    std::vector<std::int64_t> result;
    std::istringstream axes(siteAxes(site));
    for (std::string axis; std::getline(axes, axis, ',');) result.push_back(lengths.at(axis));
    return result;
}

/// Notes every site in the order it is shown.
class Everything : public Probe {
public:
    bool wants(const Site&) const override { return true; }
    void take(const Site& site, const Tensor& tensor) override {
        order.push_back(site);
        seen[site] = tensor.clone();
    }
    std::vector<Site> order;
    std::map<Site, Tensor> seen;
};

TEST_F(Sites, AWatchedPassShowsEverySiteOnceWithItsAxes) {
    const Tensor source = ids({{4, 9, 5, 17}, {7, 3, 0, 0}}),
                 target = ids({{1, 6, 20, 8, 11}, {1, 5, 9, 0, 0}});
    const std::vector<std::int32_t> sourceLengths = {4, 2}, targetLengths = {5, 3};
    Everything probe;
    const Tensor watched = logits(source, target, sourceLengths, targetLengths, &probe);
    const std::vector<Site> catalogue = siteCatalogue(m_model.contract());
    EXPECT_EQ(probe.order.size(), catalogue.size());
    for (const Site& site : catalogue) {
        ASSERT_EQ(probe.seen.count(site), 1u) << siteName(site) << " was not shown";
        const auto lengths = probe.seen[site].shape().lengths();
        EXPECT_EQ(std::vector<std::int64_t>(lengths.begin(), lengths.end()),
                  expectedLengths(site, m_model.contract()))
            << siteName(site);
    }
    const Tensor unwatched = logits(source, target, sourceLengths, targetLengths);
    for (std::int64_t i = 0; i < watched.count(); ++i) ASSERT_EQ(watched.at(i), unwatched.at(i));
}

/// What is shown is what the formula of its name says, from the other things shown.
TEST_F(Sites, ShownStagesFollowFromEachOther) {
    Everything probe;
    logits(ids({{4, 9, 5, 17}}), ids({{1, 6, 20, 8, 11}}), {}, {}, &probe);
    const auto shown = [&](const char* name) { return probe.seen.at(parseSite(name)); };
    const Tensor scores = shown("decoder.1.self.scores"), scaled = shown("decoder.1.self.scaled"),
                 mask = shown("decoder.1.self.mask"), masked = shown("decoder.1.self.masked"),
                 weights = shown("decoder.1.self.weights");
    for (std::int64_t i = 0; i < scores.count(); ++i) {
        EXPECT_NEAR(scaled.at(i), scores.at(i) / std::sqrt(3.0), 1e-12);  // dk = 3
        const std::int64_t t = i / 5 % 5, s = i % 5;
        EXPECT_EQ(std::isinf(mask.at(t * 5 + s)), s > t);
        EXPECT_EQ(weights.at(i) == 0, s > t);
        if (s <= t) {
            EXPECT_NEAR(masked.at(i), scaled.at(i), 1e-15);
        }
    }
    const Tensor residual = shown("encoder.1.ffn.residual"), output = shown("encoder.1.ffn.output"),
                 sum = shown("encoder.1.ffn.sum"), before = shown("encoder.1.self.norm");
    for (std::int64_t i = 0; i < sum.count(); ++i) {
        EXPECT_NEAR(sum.at(i), residual.at(i) + output.at(i), 1e-12);
        EXPECT_EQ(residual.at(i), before.at(i));
    }
}

}  // namespace
}  // namespace vitrine

#include "engine/cost/parameters.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/model/transformer.h"

namespace vitrine {
namespace {

/// Blocks of unequal sizes, so that a mix-up shows.
Contract mixedContract(Tying tying) {
    Contract contract;
    contract.sourceVocabulary = tying == Tying::All ? 31 : 29;
    contract.targetVocabulary = 31;
    contract.width = 12;
    contract.encoder = {{2, 5, 7, 20}, {3, 4, 4, 24}};
    contract.decoder = {{1, 12, 9, 16}, {4, 3, 2, 40}, {2, 6, 6, 8}};
    contract.tying = tying;
    return contract;
}

/// What the tensors of the model really hold, by the stem of their names.
std::map<std::string, std::int64_t> storedByPart(const ParameterStore& store) {
    std::map<std::string, std::int64_t> parts;
    for (std::int64_t i = 0; i < store.size(); ++i) {
        const std::string& name = store.name(ParameterId(i));
        std::string stem = name.substr(0, name.rfind('.'));
        if (name == "shared.table") stem = name;
        for (const char* part : {".self", ".cross", ".ffn"})
            if (const std::size_t at = stem.find(part); at != std::string::npos)
                stem.resize(at + std::string(part).size());
        parts[stem] += store.shape(ParameterId(i)).count();
    }
    return parts;
}

TEST(Parameters, ClosedFormsEqualTheStoreInEveryPart) {
    for (const Tying tying : {Tying::None, Tying::Output, Tying::All})
        for (const bool biases : {true, false}) {
            Contract contract = mixedContract(tying);
            contract.attentionBias = contract.ffnBias = contract.outputBias = biases;
            const Transformer model(contract);
            std::map<std::string, std::int64_t> stored = storedByPart(model.parameters());
            std::int64_t sum = 0;
            for (const ParameterShare& share : parametersByPart(contract)) {
                EXPECT_EQ(share.count, stored[share.part]) << share.part;
                stored.erase(share.part);
                sum += share.count;
            }
            EXPECT_TRUE(stored.empty()) << "not counted: " << stored.begin()->first;
            EXPECT_EQ(sum, parameterCount(contract));
            EXPECT_EQ(sum, model.parameters().values().count());
        }
}

TEST(Parameters, AttentionHasFourSquaresWhateverTheHeads) {
    Contract contract = mixedContract(Tying::Output);
    contract.width = 512;
    contract.attentionBias = false;
    for (const std::int64_t heads : {1, 8, 64})
        EXPECT_EQ(attentionParameterCount(contract, {heads, 512 / heads, 512 / heads, 0}), 4 * 512 * 512);
}

TEST(Parameters, TyingSavesOneTable) {
    const std::int64_t table = 31 * 12;
    EXPECT_EQ(parameterCount(mixedContract(Tying::None)) - parameterCount(mixedContract(Tying::Output)),
              table);
}

}  // namespace
}  // namespace vitrine

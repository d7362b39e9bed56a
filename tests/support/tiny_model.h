#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/contract.h"

namespace vitrine::testing {

/// A folder that is removed with everything in it when the object goes.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Chinese and English sentences the tiny model's tokenizers are learnt from.
const std::vector<std::string>& tinySource();
const std::vector<std::string>& tinyTarget();

/// Two encoder and two decoder blocks of unequal sizes, so that nothing fits by accident.
Contract tinyContract(std::int64_t sourceVocabulary, std::int64_t targetVocabulary);

/// Saves an untrained but complete model folder (weights from the seed): for tests that need a model and no
/// sense. Decoder blocks after the second are like it.
void saveTinyModel(const std::filesystem::path& folder, std::uint64_t seed = 1,
                   std::size_t decoderLayers = 2);

}  // namespace vitrine::testing

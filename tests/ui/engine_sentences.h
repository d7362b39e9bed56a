#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace vitrine::testing {

/// A sentence or a part of one as the sources write it.
struct WrittenSentence {
    std::string pattern;  ///< as SentenceBuilder makes it: "%1 is %2, expected %3"
    std::string where;    ///< "engine/io/npy.cpp: require(tensor.defined(), ..."
    std::string trouble;  ///< why its pattern cannot be told from the source; empty as a rule
};

/// What a source file says by fail(), require(), phrase() and Wording{"..."}.
std::vector<WrittenSentence> writtenSentences(const std::filesystem::path& file);

/// The places that go before the sentences of a file, as far as they are literals.
std::set<std::string> writtenPlaces(const std::filesystem::path& file);

/// The files whose sentences a person can meet in the window. The others are left out by name: what only the
/// command line says, and checks of shapes, which a working engine never fails.
std::vector<std::filesystem::path> filesThatSpeak();

}  // namespace vitrine::testing

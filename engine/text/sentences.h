#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// The sentences of a text, normalised; none when it is empty. A sentence ends after 。！？ and after ! ? .
/// before a space or Chinese (a dot after a digit is none: 3. 5), together with the marks and closing quotes
/// or brackets that follow. What has no letter or digit is no sentence of its own but part of its
/// neighbour. Throws like normalise().
std::vector<std::string> splitSentences(std::string_view text);

}  // namespace vitrine

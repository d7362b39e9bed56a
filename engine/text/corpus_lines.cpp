#include "engine/text/corpus_lines.h"

#include "engine/core/error.h"
#include "engine/text/normalise.h"

namespace vitrine {

std::string normaliseLine(std::string_view line, std::size_t index, std::string_view where) {
    try {
        return normalise(line);
    } catch (const Error& error) {
        fail(where, "line ", index + 1, ": ", error.what());
    }
}

}  // namespace vitrine

#pragma once

#include <string>

#include "engine/decode/decoding.h"

namespace CLI {
class App;
}

namespace vitrine::cli {

/// --strategy, --temperature, --top-k, --top-p, --min-p, --seed and --max-tokens.
class DecodingOptions {
public:
    void addTo(CLI::App& command);
    /// Asking for sampling settings chooses sampling. Throws UsageError for values out of range.
    Decoding read() const;

private:
    Decoding m_decoding;
    std::string m_strategy;
    CLI::App* m_command = nullptr;
};

}  // namespace vitrine::cli

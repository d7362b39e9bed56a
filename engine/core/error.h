#pragma once

#include <memory>
#include <stdexcept>

#include "engine/core/sentence.h"

namespace vitrine {

/// Every failure inside the engine. The text is one sentence that names the place, what was expected, what
/// came and, where a person can act, what to do: "[attention] keys have 48 features, expected h*dh = 64".
class Error : public std::runtime_error {
public:
    /// A text without parts, shown as it is in every language.
    explicit Error(const std::string& text) : Error(Sentence(text)) {}
    explicit Error(Sentence sentence)
        : std::runtime_error(sentence.text),
          m_sentence(std::make_shared<const Sentence>(std::move(sentence))) {}

    /// what() in parts.
    const Sentence& sentence() const { return *m_sentence; }

private:
    std::shared_ptr<const Sentence> m_sentence;  // shared, because copying an exception must not throw
};

/// Thrown at the next check point after CancelToken::cancel(); it is not a failure to report.
class Cancelled : public Error {
public:
    Cancelled() : Error("cancelled") {}
};

/// Throws Error with the sentence "[where] args..."; for what becomes of the arguments see SentenceBuilder.
template <class... Args>
[[noreturn]] void fail(std::string_view where, const Args&... args) {
    SentenceBuilder builder(where);
    (builder.add(args), ...);
    throw Error(builder.take());
}

/// fail() unless the condition holds; the message is only built on failure.
template <class... Args>
void require(bool condition, std::string_view where, const Args&... args) {
    if (!condition) [[unlikely]]
        fail(where, args...);
}

}  // namespace vitrine

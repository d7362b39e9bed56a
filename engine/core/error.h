#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vitrine {

/// Every failure inside the engine. The text is one sentence that names the place, what was expected, what
/// came and, where a person can act, what to do: "[attention] keys have 48 features, expected h*dh = 64".
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Thrown at the next check point after CancelToken::cancel(); it is not a failure to report.
class Cancelled : public Error {
public:
    Cancelled() : Error("cancelled") {}
};

/// Streams its arguments into one string (g++ 12 has no std::format).
template <class... Args>
std::string concat(const Args&... args) {
    std::ostringstream out;
    (out << ... << args);
    return out.str();
}

/// Throws Error with the text "[where] args...".
template <class... Args>
[[noreturn]] void fail(std::string_view where, const Args&... args) {
    throw Error(concat('[', where, "] ", args...));
}

/// fail() unless the condition holds; the message is only built on failure.
template <class... Args>
void require(bool condition, std::string_view where, const Args&... args) {
    if (!condition) [[unlikely]]
        fail(where, args...);
}

}  // namespace vitrine

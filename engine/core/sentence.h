#pragma once

#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Streams its arguments into one string (g++ 12 has no std::format).
template <class... Args>
std::string concat(const Args&... args) {
    std::ostringstream out;
    (out << ... << args);
    return out.str();
}

/// A word or two inside a sentence that is picked at run time and has a translation of its own.
struct Wording {
    std::string_view text;
};

/// A sentence for a person: whole, in English, and in the parts that another language needs. The engine knows
/// one language; the window looks `pattern` up in its catalogue and fills the arguments in.
struct Sentence {
    std::string text;     ///< "[attention] keys have 48 features, expected 64"
    std::string place;    ///< "attention"; empty for a part of another sentence
    std::string pattern;  ///< "keys have %1 features, expected %2", "%%" for a percent sign; empty when the
                          ///< text is a name or a value, the same in every language
    std::vector<Sentence> arguments;  ///< for %1, %2 ...

    Sentence() = default;
    /// A name or a value.
    explicit Sentence(std::string value) : text(std::move(value)) {}
    Sentence(Wording word) : text(word.text), pattern(word.text) {}

    bool empty() const { return text.empty(); }
    bool operator==(const Sentence&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Sentence& sentence);

/// Builds a sentence piece by piece: string literals and single characters are its words, everything else is
/// an argument, which is shown as printable() makes it. (An array of char that is no literal would pass for
/// one: hand over a string_view of it.)
class SentenceBuilder {
public:
    /// "[place] " comes first, unless the place is empty.
    explicit SentenceBuilder(std::string_view place = {});

    template <std::size_t N>
    void add(const char (&literal)[N]) {
        addWords(std::string_view(literal));
    }
    void add(char character) { addWords(std::string_view(&character, 1)); }
    void add(Wording word) { addArgument(word); }
    void add(const Sentence& part) { addArgument(part); }
    template <class T>
    void add(const T& value) {
        addArgument(Sentence(concat(value)));
    }

    Sentence take() { return std::move(m_sentence); }

private:
    void addWords(std::string_view words);
    void addArgument(Sentence argument);

    Sentence m_sentence;
};

/// A part of a sentence with words of its own: phrase("an integer from ", low, " to ", high).
template <class... Args>
Sentence phrase(const Args&... args) {
    SentenceBuilder builder;
    (builder.add(args), ...);
    return builder.take();
}

/// What the system says about an errno.
Sentence systemReason(int number);

/// The sentence of an Error; one that says as much as is known about any other exception.
Sentence sentenceOf(const std::exception& error);

}  // namespace vitrine

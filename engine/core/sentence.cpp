#include "engine/core/sentence.h"

#include <new>
#include <ostream>
#include <system_error>

#include "engine/core/error.h"
#include "engine/core/printable.h"

namespace vitrine {

std::ostream& operator<<(std::ostream& out, const Sentence& sentence) {
    return out << sentence.text;
}

SentenceBuilder::SentenceBuilder(std::string_view place) {
    if (place.empty()) return;
    m_sentence.place = printable(place);
    m_sentence.text = concat('[', m_sentence.place, "] ");
}

void SentenceBuilder::addWords(std::string_view words) {
    m_sentence.text += words;
    for (const char c : words) m_sentence.pattern.append(c == '%' ? 2 : 1, c);
}

void SentenceBuilder::addArgument(Sentence argument) {
    if (argument.pattern.empty()) argument.text = printable(argument.text);
    m_sentence.text += argument.text;
    m_sentence.arguments.push_back(std::move(argument));
    m_sentence.pattern += '%' + std::to_string(m_sentence.arguments.size());
}

Sentence systemReason(int number) {
    const std::string reason = std::system_category().message(number);
    return Wording{reason};
}

Sentence sentenceOf(const std::exception& error) {
    if (const auto* ours = dynamic_cast<const Error*>(&error)) return ours->sentence();
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return phrase("the machine has not enough memory for this; close something or ask for less");
    return phrase("something unexpected happened: ", error.what());
}

}  // namespace vitrine

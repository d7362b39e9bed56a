#include "engine/data/line_reader.h"

namespace vitrine {

bool LineReader::next() {
    using Traits = std::istream::traits_type;
    std::streambuf& buffer = *m_stream.rdbuf();
    m_text.clear();
    m_lineBytes = 0;
    if (m_stopped) return false;
    Traits::int_type c = buffer.sbumpc();
    if (Traits::eq_int_type(c, Traits::eof())) return false;
    for (; !Traits::eq_int_type(c, Traits::eof()); c = buffer.sbumpc()) {
        if (++m_bytesRead > m_byteLimit) {
            m_stopped = true;
            return false;
        }
        if (Traits::to_char_type(c) == '\n') break;
        // Four bytes more than allowed are kept until the byte order mark and "\r" are gone.
        if (++m_lineBytes <= m_maxLineBytes + 4) m_text.push_back(Traits::to_char_type(c));
    }
    if (!m_text.empty() && m_text.back() == '\r' && m_text.size() == m_lineBytes) {
        m_text.pop_back();
        --m_lineBytes;
    }
    if (++m_number == 1 && m_text.compare(0, 3, "\xEF\xBB\xBF") == 0) {
        m_text.erase(0, 3);
        m_lineBytes -= 3;
    }
    if (m_text.size() > m_maxLineBytes) m_text.resize(m_maxLineBytes);
    return true;
}

}  // namespace vitrine

#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace vitrine {

/// Reads lines of a stream without ever holding more than `maxLineBytes` of one. "\r\n" ends a line like
/// "\n"; a byte order mark at the start is skipped; the last line needs no end.
class LineReader {
public:
    LineReader(std::istream& stream, std::size_t maxLineBytes)
        : m_stream(stream), m_maxLineBytes(maxLineBytes) {}

    /// Moves to the next line; false at the end of the stream.
    bool next();
    /// The line, cut after maxLineBytes when it is tooLong().
    const std::string& text() const { return m_text; }
    /// From 1.
    std::size_t number() const { return m_number; }
    /// Bytes of the whole line without its end.
    std::size_t lineBytes() const { return m_lineBytes; }
    bool tooLong() const { return m_lineBytes > m_maxLineBytes; }
    /// Bytes read from the stream so far.
    std::size_t bytesRead() const { return m_bytesRead; }
    /// True when the last line ended because `limit` bytes were read (see setByteLimit).
    bool stoppedAtLimit() const { return m_stopped; }
    /// next() gives no more lines once so many bytes were read; a line that crosses the limit is dropped.
    void setByteLimit(std::size_t limit) { m_byteLimit = limit; }

private:
    std::istream& m_stream;
    std::size_t m_maxLineBytes;
    std::size_t m_byteLimit = static_cast<std::size_t>(-1);
    std::string m_text;
    std::size_t m_number = 0;
    std::size_t m_lineBytes = 0;
    std::size_t m_bytesRead = 0;
    bool m_stopped = false;
};

}  // namespace vitrine

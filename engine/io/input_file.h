#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace vitrine {

/// A regular file open for reading at any offset; read() may be called from several threads. Opening throws
/// Error for a missing file, a folder, a device or pipe, and a file that may not be read.
class InputFile {
public:
    explicit InputFile(std::filesystem::path path);
    ~InputFile();
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    /// Bytes when it was opened.
    std::uint64_t size() const { return m_size; }
    /// Fills `bytes` bytes from `offset`; throws Error when the file ends before.
    void read(std::uint64_t offset, void* data, std::size_t bytes) const;

private:
    std::filesystem::path m_path;
    int m_file = -1;
    std::uint64_t m_size = 0;
};

/// Whether something is there. Throws Error when that cannot be told, for want of permission for example.
bool isThere(const std::filesystem::path& path);

/// A whole file as text (its bytes are not looked at). Throws Error when it has more than `maxBytes`.
std::string readTextFile(const std::filesystem::path& path, std::uint64_t maxBytes);

}  // namespace vitrine

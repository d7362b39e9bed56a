#include "engine/io/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/core/error.h"

namespace vitrine {

InputFile::InputFile(std::filesystem::path path) : m_path(std::move(path)) {
    // Non-blocking, because opening a pipe would otherwise wait for a writer.
    m_file = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const int reason = errno;
    struct stat info = {};
    const bool known = m_file >= 0 && ::fstat(m_file, &info) == 0;
    if (known && S_ISREG(info.st_mode)) {
        m_size = static_cast<std::uint64_t>(info.st_size);
        return;
    }
    if (m_file >= 0) ::close(m_file);
    if (m_file < 0 && (reason == ENOENT || reason == ENOTDIR))
        fail("io", "there is no file ", m_path.string(), "; check the name");
    if (known && S_ISDIR(info.st_mode)) fail("io", m_path.string(), " is a folder, expected a file");
    if (known) fail("io", m_path.string(), " is a device or a pipe, expected a file");
    fail("io", "cannot read ", m_path.string(), ": ", systemReason(reason));
}

InputFile::InputFile(InputFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_file(std::exchange(other.m_file, -1)), m_size(other.m_size) {}

InputFile::~InputFile() {
    if (m_file >= 0) ::close(m_file);
}

void InputFile::read(std::uint64_t offset, void* data, std::size_t bytes) const {
    char* next = static_cast<char*>(data);
    while (bytes > 0) {
        const ssize_t got = ::pread(m_file, next, bytes, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail("io", "cannot read ", m_path.string(), ": ", systemReason(errno));
        if (got == 0)
            fail("io", m_path.string(), " ends at byte ", offset, ", expected ", bytes,
                 " more; it was cut while it was read");
        next += got;
        offset += static_cast<std::uint64_t>(got);
        bytes -= static_cast<std::size_t>(got);
    }
}

bool isThere(const std::filesystem::path& path) {
    std::error_code error;
    const bool there = std::filesystem::exists(path, error);
    require(!error, "io", "cannot read ", path.string(), ": ", systemReason(error.value()));
    return there;
}

std::string readTextFile(const std::filesystem::path& path, std::uint64_t maxBytes) {
    const InputFile file(path);
    require(file.size() <= maxBytes, "io", path.string(), " has ", file.size(), " bytes, expected at most ",
            maxBytes);
    std::string text(file.size(), '\0');
    file.read(0, text.data(), text.size());
    return text;
}

}  // namespace vitrine

#include "engine/io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "engine/core/error.h"

namespace vitrine {
namespace {

[[noreturn]] void failWithReason(const std::filesystem::path& path, Wording what) {
    const Sentence reason = systemReason(errno);
    fail("io", "cannot ", what, ' ', path.string(), ": ", reason);
}

/// Unique in this process; leftovers of another process with our number are stepped over.
int openTemporary(const std::filesystem::path& path, std::filesystem::path& temporary) {
    static std::atomic<unsigned> counter{0};
    for (int attempt = 0; attempt < 1000; ++attempt) {
        temporary = path.parent_path() /
                    concat('.', path.filename().string(), '.', ::getpid(), '-', counter.fetch_add(1), ".tmp");
        const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path, DiskObserver observer)
    : m_path(std::move(path)), m_observer(std::move(observer)) {
    observe("create");
    m_file = openTemporary(m_path, m_temporary);
    if (m_file < 0) failWithReason(m_path, Wording{"create"});
}

AtomicFile::~AtomicFile() {
    if (m_file < 0) return;
    ::close(m_file);
    ::unlink(m_temporary.c_str());
}

void AtomicFile::observe(std::string_view step) const {
    if (m_observer) m_observer(concat(step, ' ', m_path.string()));
}

void AtomicFile::write(const void* data, std::size_t bytes) {
    observe("write");
    const char* next = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = ::write(m_file, next, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) failWithReason(m_path, Wording{"write"});
        next += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

void AtomicFile::commit() {
    observe("sync");
    if (::fsync(m_file) != 0) failWithReason(m_path, Wording{"write"});
    observe("rename");
    if (::rename(m_temporary.c_str(), m_path.c_str()) != 0) failWithReason(m_path, Wording{"replace"});
    ::close(m_file);
    m_file = -1;
    observe("sync the folder of");
    syncFolder(m_path.parent_path());
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view text,
                         const DiskObserver& observer) {
    AtomicFile file(path, observer);
    file.write(text);
    file.commit();
}

void syncFolder(const std::filesystem::path& folder) {
    const std::filesystem::path name = folder.empty() ? std::filesystem::path(".") : folder;
    const int handle = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) failWithReason(name, Wording{"open the folder"});
    // Some file systems cannot sync a folder (EINVAL); their renames are as durable as they get.
    const bool synced = ::fsync(handle) == 0 || errno == EINVAL;
    const int reason = errno;
    ::close(handle);
    errno = reason;
    if (!synced) failWithReason(name, Wording{"sync the folder"});
}

}  // namespace vitrine

#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace vitrine {

/// Called before every step that changes the disk, with what comes next ("write /m/a.json"). Tests stop the
/// process there to see what a crash leaves behind; an exception thrown here ends the work like a failed
/// step.
using DiskObserver = std::function<void(std::string_view step)>;

/// A file that appears whole or not at all: it is written under a temporary name in the same folder, synced
/// and renamed over `path` by commit(). Without commit() nothing is left behind. Every failure is an Error
/// naming the file and the system's reason.
class AtomicFile {
public:
    explicit AtomicFile(std::filesystem::path path, DiskObserver observer = {});
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(const void* data, std::size_t bytes);
    void write(std::string_view text) { write(text.data(), text.size()); }
    void commit();

private:
    void observe(std::string_view step) const;

    std::filesystem::path m_path, m_temporary;
    DiskObserver m_observer;
    int m_file = -1;  // -1 once committed
};

/// The whole file at once.
void writeFileAtomically(const std::filesystem::path& path, std::string_view text,
                         const DiskObserver& observer = {});
/// Makes earlier renames and removals in a folder durable.
void syncFolder(const std::filesystem::path& folder);

}  // namespace vitrine

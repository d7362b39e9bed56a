#pragma once

#include <filesystem>

namespace vitrine {

/// The folder a run writes to, locked against a second run until the object is gone or the process has
/// ended in whatever way. The lock is advisory and lies on the folder itself (flock), so nothing is left in
/// it; a file system that knows no such locks, as some network ones, leaves the folder unguarded.
class TrainingFolder {
public:
    /// Throws Error when the folder is missing, may not be written to, or another run has locked it.
    explicit TrainingFolder(const std::filesystem::path& folder);
    ~TrainingFolder();
    TrainingFolder(const TrainingFolder&) = delete;
    TrainingFolder& operator=(const TrainingFolder&) = delete;

private:
    int m_handle = -1;
};

}  // namespace vitrine

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/atomic_file.h"

namespace vitrine {

/// The files of a checkpoint as one atomic unit; what is in them is checkpoint.cpp's affair. See
/// saveCheckpoint() for the protocol.
struct CheckpointManifest {
    std::int64_t revision = 0;       ///< grows by one with every saving; tells readers of a change under them
    std::vector<std::string> files;  ///< names in the folder

    bool has(std::string_view name) const;
};

inline constexpr std::string_view kManifestFile = "checkpoint.json";

/// Throws Error that says what a model folder is when there is none.
CheckpointManifest readManifest(const std::filesystem::path& folder);
/// Where a file of the current checkpoint lies: in FOLDER/.saved while its move is pending, or in FOLDER.
std::filesystem::path checkpointFile(const std::filesystem::path& folder, std::string_view name);

/// Collects the files of a new checkpoint in folder() and makes them the current one by commit(). Without
/// commit() the old checkpoint stays and what was written goes.
class CheckpointWriter {
public:
    CheckpointWriter(std::filesystem::path folder, const DiskObserver& observer);
    ~CheckpointWriter();
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    /// Where to write the file; it belongs to the new checkpoint from now on.
    std::filesystem::path add(std::string_view name);
    void commit();

private:
    void step(std::string_view what, const std::filesystem::path& path) const;
    void makeFolder() const;
    void finishMoves() const;

    std::filesystem::path m_folder;
    const DiskObserver& m_observer;
    CheckpointManifest m_manifest;
};

}  // namespace vitrine

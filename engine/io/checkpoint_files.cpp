#include "engine/io/checkpoint_files.h"

#include <algorithm>
#include <array>

#include "engine/core/error.h"
#include "engine/core/strict_json.h"
#include "engine/io/input_file.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSaving = ".saving", kSaved = ".saved";
constexpr std::array<std::string_view, 1> kFormats = {"vitrine-checkpoint"};
constexpr std::int64_t kVersion = 1;

/// A plain name, so that a hostile list cannot reach outside the folder.
bool isPlainName(const std::string& name) {
    return !name.empty() && name.size() <= 100 && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-';
           });
}

CheckpointManifest parseManifest(std::string_view text) {
    const nlohmann::json value = parseStrictJson(text, "checkpoint");
    JsonObject object(value, "checkpoint");
    object.choice("format", kFormats);
    object.integer("version", kVersion, kVersion);
    CheckpointManifest manifest;
    manifest.revision = object.integer("revision", 1, INT64_MAX - 1);
    const nlohmann::json& files = object.value("files");
    require(files.is_array(), "checkpoint", "files is ", describeJson(files), ", expected a list of names");
    for (const nlohmann::json& file : files) {
        const bool plain = file.is_string() && isPlainName(file.get<std::string>());
        require(plain, "checkpoint", "files holds ", describeJson(file), ", expected plain file names");
        manifest.files.push_back(file.get<std::string>());
    }
    object.refuseOthers();
    return manifest;
}

std::string manifestText(const CheckpointManifest& manifest) {
    nlohmann::ordered_json out;
    out["format"] = kFormats[0];
    out["version"] = kVersion;
    out["revision"] = manifest.revision;
    out["files"] = manifest.files;
    return out.dump(2) + '\n';
}

}  // namespace

bool CheckpointManifest::has(std::string_view name) const {
    return std::find(files.begin(), files.end(), name) != files.end();
}

fs::path checkpointFile(const fs::path& folder, std::string_view name) {
    const fs::path pending = folder / kSaved / name;
    return isThere(pending) ? pending : folder / name;
}

CheckpointManifest readManifest(const fs::path& folder) {
    require(isThere(folder), "checkpoint", "there is no folder ", folder.string(), "; check the name");
    const fs::path file = checkpointFile(folder, kManifestFile);
    require(isThere(file), "checkpoint", folder.string(), " is not a model folder; expected a file ",
            kManifestFile, " in it");
    return parseManifest(readTextFile(file, 1 << 20));
}

CheckpointWriter::CheckpointWriter(fs::path folder, const DiskObserver& observer)
    : m_folder(std::move(folder)), m_observer(observer) {
    try {
        makeFolder();
    } catch (const fs::filesystem_error& error) {
        fail("checkpoint", "cannot prepare ", m_folder.string(), ": ", systemReason(error.code().value()));
    }
}

CheckpointWriter::~CheckpointWriter() {
    // A full disk is not filled with half a checkpoint; after commit() the folder is gone.
    std::error_code ignored;
    fs::remove_all(m_folder / kSaving, ignored);
}

void CheckpointWriter::step(std::string_view what, const fs::path& path) const {
    if (m_observer) m_observer(concat(what, ' ', path.string()));
}

void CheckpointWriter::makeFolder() const {
    step("create", m_folder);
    fs::create_directories(m_folder);
    finishMoves();
    step("clear", m_folder / kSaving);
    fs::remove_all(m_folder / kSaving);
    step("create", m_folder / kSaving);
    fs::create_directory(m_folder / kSaving);
}

fs::path CheckpointWriter::add(std::string_view name) {
    m_manifest.files.emplace_back(name);
    return m_folder / kSaving / name;
}

void CheckpointWriter::commit() {
    CheckpointManifest old;
    if (isThere(m_folder / kManifestFile)) {
        // A manifest that cannot be read is no reason to refuse a new checkpoint.
        try {
            old = readManifest(m_folder);
        } catch (const Error&) {
            old = {};
        }
    }
    m_manifest.revision = old.revision + 1;
    writeFileAtomically(m_folder / kSaving / kManifestFile, manifestText(m_manifest), m_observer);
    try {
        step("commit", m_folder / kSaved);
        fs::rename(m_folder / kSaving, m_folder / kSaved);
        syncFolder(m_folder);
        finishMoves();
        for (const std::string& name : old.files) {
            if (m_manifest.has(name)) continue;
            step("remove", m_folder / name);
            fs::remove(m_folder / name);
        }
    } catch (const fs::filesystem_error& error) {
        fail("checkpoint", "cannot save ", m_folder.string(), ": ", systemReason(error.code().value()));
    }
}

void CheckpointWriter::finishMoves() const {
    const fs::path saved = m_folder / kSaved;
    if (!isThere(saved)) return;
    const auto move = [&](const fs::path& name) {
        step("move", saved / name);
        fs::rename(saved / name, m_folder / name);
    };
    std::vector<fs::path> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(saved))
        if (entry.path().filename() != kManifestFile) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    for (const fs::path& name : names) move(name);
    // Last, because while it is pending it says which files count.
    if (isThere(saved / kManifestFile)) move(kManifestFile);
    syncFolder(m_folder);
    step("remove", saved);
    fs::remove(saved);
}

}  // namespace vitrine

#include "engine/session/assets.h"

#include <cstdlib>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/input_file.h"
#include "engine/session/loaded_model.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;

bool isFolder(const fs::path& path) {
    std::error_code error;
    return isThere(path) && fs::is_directory(path, error);
}

std::string namesOf(const std::vector<fs::path>& folders) {
    std::string names;
    for (const fs::path& folder : folders) names += (names.empty() ? "" : ", ") + folder.filename().string();
    return names;
}

}  // namespace

fs::path assetsFolder() {
    if (const char* chosen = std::getenv("VITRINE_ASSETS"); chosen != nullptr && *chosen != '\0') {
        require(isFolder(chosen), "assets", "VITRINE_ASSETS is '", chosen,
                "', which is no folder; set it to the folder that holds models/, or unset it");
        return chosen;
    }
    std::error_code error;
    const fs::path installed =
        fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "share" / "vitrine";
    if (!error && isFolder(installed)) return installed;
    const fs::path source = VITRINE_SOURCE_ASSETS;
    require(isFolder(source), "assets", "there is no folder ", source.string(), " or ", installed.string(),
            "; set VITRINE_ASSETS to the folder that holds models/");
    return source;
}

fs::path findModel(std::string_view nameOrFolder) {
    const fs::path path(nameOrFolder);
    std::error_code error;
    const bool isPath =
        nameOrFolder == "." || nameOrFolder == ".." || nameOrFolder.find('/') != std::string_view::npos;
    if (isPath || fs::exists(path / "contract.json", error))
        return path;  // a broken folder is for loadModel() to describe
    const fs::path models = assetsFolder() / "models";
    if (!path.empty() && isFolder(models / path)) return models / path;
    if (!path.empty() && isFolder(path)) return path;
    const std::string names = namesOf(listModels(models));
    require(!names.empty(), "model", "there is no model '", nameOrFolder,
            "'; expected the path of a model folder");
    fail("model", "there is no model '", nameOrFolder,
         "'; expected the path of a model folder or one of: ", names);
}

fs::path defaultModel() {
    const fs::path models = assetsFolder() / "models";
    const fs::path classroom = models / "classroom-zh-en";
    if (isFolder(classroom)) return classroom;
    const std::vector<fs::path> all = listModels(models);
    require(!all.empty(), "model", "there is no model in ", models.string(),
            "; train one with vitrine-cli train, or name a folder with --model");
    return all.front();
}

}  // namespace vitrine

#include "ui/shell/app_context.h"

#include <algorithm>

#include "engine/session/assets.h"

namespace vitrine {

namespace fs = std::filesystem;

fs::path findModelRoot(const fs::path& wanted) {
    if (!wanted.empty()) return wanted;
    try {
        return assetsFolder() / "models";
    } catch (const Error&) {
        return "assets/models";  // the window says that nothing is there
    }
}

fs::path modelFolder(const fs::path& root, const std::string& nameOrFolder) {
    std::error_code ignored;
    if (nameOrFolder.find('/') == std::string::npos && fs::is_directory(root / nameOrFolder, ignored))
        return root / nameOrFolder;
    return nameOrFolder;
}

std::vector<fs::path> availableModels(const fs::path& root) {
    std::error_code ignored;
    if (!fs::is_directory(root, ignored)) return {};
    std::vector<fs::path> models = listModels(root);
    std::stable_partition(models.begin(), models.end(),
                          [](const fs::path& model) { return model.filename() == "classroom-zh-en"; });
    return models;
}

}  // namespace vitrine

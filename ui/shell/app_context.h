#pragma once

#include <filesystem>

#include "ui/bridge/engine_bridge.h"
#include "ui/common/selection.h"
#include "ui/common/theme.h"
#include "ui/common/view.h"
#include "ui/shell/language.h"

namespace vitrine {

/// Everything a window stands on; lives as long as the program, one of each.
struct AppContext {
    Theme theme;
    Language language;
    Selection selection;
    Experiment experiment;
    EngineBridge bridge{experiment};
    std::filesystem::path modelRoot;  ///< the folder whose models the header offers
    bool remember = true;             ///< layout and choices are read from and written to the settings

    ViewContext views() { return {&theme, &selection, &experiment}; }
};

/// The sentence the window opens with.
inline constexpr const char* kFirstSentence = "我爱机器翻译";

/// The folder of models: `wanted` if given, else that of the shipped ones. May not exist.
std::filesystem::path findModelRoot(const std::filesystem::path& wanted = {});
/// A model by name below the root, or a folder as given.
std::filesystem::path modelFolder(const std::filesystem::path& root, const std::string& nameOrFolder);
/// Folders of the root's models, "classroom-zh-en" first; empty when there is none.
std::vector<std::filesystem::path> availableModels(const std::filesystem::path& root);

}  // namespace vitrine

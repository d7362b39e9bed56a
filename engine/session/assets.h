#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vitrine {

/// Where what ships with the program lies (models, grammar): the environment variable VITRINE_ASSETS, else
/// share/vitrine beside the folder of the running program, else the assets folder of the source tree it was
/// built from. Throws Error when none of them is a folder.
std::filesystem::path assetsFolder();

/// A model by the name of its folder in assets/models, or by the path of a folder anywhere (a name with a
/// slash,
/// "." and ".." are paths). Throws Error that
/// lists the names there are.
std::filesystem::path findModel(std::string_view nameOrFolder);
/// The model to use when nobody chose one: classroom-zh-en, else the first. Throws Error when there is none.
std::filesystem::path defaultModel();

}  // namespace vitrine

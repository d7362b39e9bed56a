// Reads every #include line of the tree and checks the ladder: a rung includes only rungs below it, the
// engine knows no Qt, and the window meets the engine only through its door.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = VITRINE_SOURCE_DIR;

/// Bottom to top, as in CONTRIBUTING.md.
const std::vector<std::string> kLadder = {"core",     "tensor", "trace",  "contract", "backend",
                                          "autograd", "cost",   "nn",     "text",     "io",
                                          "data",     "model",  "decode", "train",    "session"};

/// Rungs whose plain data and door the window may include (the rest it reaches only through these).
const std::vector<std::string> kDoor = {"session", "core", "trace", "contract", "decode", "text", "tensor"};

struct Include {
    fs::path file;
    int line;
    std::string target;
};

std::vector<Include> includesBelow(const fs::path& folder) {
    std::vector<Include> includes;
    const std::regex pattern(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
    if (!fs::exists(folder)) return includes;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp" && extension != ".cu") continue;
        std::ifstream in(entry.path());
        std::string text;
        for (int line = 1; std::getline(in, text); ++line) {
            std::smatch match;
            if (std::regex_search(text, match, pattern)) includes.push_back({entry.path(), line, match[1]});
        }
    }
    return includes;
}

std::string rungOf(const std::string& include) {
    if (include.rfind("engine/", 0) != 0) return "";
    return include.substr(7, include.find('/', 7) - 7);
}

int heightOf(const std::string& rung) {
    const auto it = std::find(kLadder.begin(), kLadder.end(), rung);
    return it == kLadder.end() ? -1 : static_cast<int>(it - kLadder.begin());
}

std::string where(const Include& include) {
    return fs::relative(include.file, kRoot).string() + ":" + std::to_string(include.line) + " includes " +
           include.target;
}

TEST(Ladder, EveryRungIncludesOnlyRungsBelowIt) {
    int checked = 0;
    for (const std::string& rung : kLadder) {
        for (const Include& include : includesBelow(kRoot / "engine" / rung)) {
            const std::string other = rungOf(include.target);
            if (other.empty()) continue;
            ++checked;
            ASSERT_GE(heightOf(other), 0) << where(include) << ", which is not a rung of the ladder";
            EXPECT_LE(heightOf(other), heightOf(rung)) << where(include) << ", a rung above it";
        }
    }
    EXPECT_GT(checked, 50);  // the pattern still finds the include lines
}

TEST(Ladder, EveryFolderOfTheEngineIsARung) {
    for (const auto& entry : fs::directory_iterator(kRoot / "engine"))
        if (entry.is_directory()) {
            EXPECT_GE(heightOf(entry.path().filename()), 0) << entry.path().filename();
        }
}

TEST(Ladder, TheEngineAndTheCommandLineKnowNoQt) {
    for (const char* folder : {"engine", "app/cli"})
        for (const Include& include : includesBelow(kRoot / folder)) {
            const bool qt = include.target.size() > 1 && include.target[0] == 'Q' &&
                            isupper(include.target[0]) && include.target.find('/') == std::string::npos &&
                            include.target.find('.') == std::string::npos;
            EXPECT_FALSE(qt || include.target.rfind("ui/", 0) == 0) << where(include);
        }
}

TEST(Ladder, BackendHeadersStayInTheirFolders) {
    for (const Include& include : includesBelow(kRoot / "engine")) {
        for (const char* folder : {"engine/backend/cpu/", "engine/backend/reference/"}) {
            if (include.target.rfind(folder, 0) != 0) continue;
            const std::string file = fs::relative(include.file, kRoot).string();
            EXPECT_EQ(file.rfind("engine/backend/", 0), 0u) << where(include);
        }
    }
}

TEST(Ladder, TheWindowMeetsTheEngineAtItsDoor) {
    for (const Include& include : includesBelow(kRoot / "ui")) {
        const std::string rung = rungOf(include.target);
        if (rung.empty()) continue;
        EXPECT_NE(std::find(kDoor.begin(), kDoor.end(), rung), kDoor.end()) << where(include);
    }
}

}  // namespace

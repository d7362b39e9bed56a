#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace vitrine::testing {

struct ProcessResult {
    int code = -1;  ///< exit code; 128 + signal when a signal ended it
    std::string out, err;
};

/// Runs a program to its end with this standard input. `environment` is added to that of the test.
ProcessResult runProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const std::string& input = "",
                         const std::map<std::string, std::string>& environment = {});

}  // namespace vitrine::testing

#include "tests/support/process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tests/support/tiny_model.h"

namespace vitrine::testing {
namespace {

std::string readAll(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void redirect(const std::filesystem::path& file, int flags, int to) {
    const int from = open(file.c_str(), flags, 0600);
    if (from < 0 || dup2(from, to) < 0) _exit(120);
}

}  // namespace

ProcessResult runProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const std::string& input, const std::map<std::string, std::string>& environment) {
    const TemporaryFolder folder;  // files instead of pipes: nothing can block
    const auto in = folder.path() / "in", out = folder.path() / "out", err = folder.path() / "err";
    std::ofstream(in, std::ios::binary) << input;
    std::vector<std::string> words = {program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child == 0) {
        redirect(in, O_RDONLY, STDIN_FILENO);
        redirect(out, O_WRONLY | O_CREAT, STDOUT_FILENO);
        redirect(err, O_WRONLY | O_CREAT, STDERR_FILENO);
        for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
        execv(pointers[0], pointers.data());
        _exit(121);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ProcessResult result;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = readAll(out);
    result.err = readAll(err);
    return result;
}

}  // namespace vitrine::testing

#include "engine/train/training_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "engine/core/error.h"

namespace vitrine {
namespace {

int openWritable(const std::filesystem::path& folder) {
    if (::access(folder.c_str(), W_OK | X_OK) != 0) return -1;
    return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

}  // namespace

TrainingFolder::TrainingFolder(const std::filesystem::path& folder) : m_handle(openWritable(folder)) {
    if (m_handle < 0)
        fail("training", "cannot write to the folder ", folder.string(), ": ", systemReason(errno),
             "; check its name and permissions or choose another one with --out");
    if (::flock(m_handle, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    ::close(m_handle);
    fail("training", "another training writes to the folder ", folder.string(),
         "; wait until it ends or choose another folder with --out");
}

TrainingFolder::~TrainingFolder() {
    ::close(m_handle);
}

}  // namespace vitrine

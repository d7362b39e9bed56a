#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/io/checkpoint_helpers.h"

// A process is killed before every single step of saving that touches the disk. A child process does the
// saving and leaves by _exit(), which runs no destructor and flushes nothing, like kill -9.

namespace vitrine {
namespace {

/// Saves in a child process that dies before step number `fatal`. True when the child got to the end.
bool saveUntil(int fatal, const std::filesystem::path& folder, const Checkpoint& checkpoint) {
    const pid_t child = ::fork();
    if (child == 0) {
        int step = 0;
        try {
            saveCheckpoint(folder, checkpoint, FloatStorage::F16, [&](std::string_view) {
                if (step++ == fatal) ::_exit(9);
            });
        } catch (...) {
            ::_exit(1);
        }
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 1);
    return WEXITSTATUS(status) == 0;
}

bool holds(const std::filesystem::path& folder, const Checkpoint& expected) {
    const bool training = hasTrainingState(folder);
    return sameCheckpoint(loadCheckpoint(folder, training ? WithTraining::Yes : WithTraining::No), expected);
}

/// Kills the saving of `next` over `old` before every step. From some step on the new checkpoint must hold,
/// before it the old one, and whatever is left must neither hinder nor leak into the next saving.
void killEverywhere(const Checkpoint& old, const Checkpoint& next) {
    bool sawOld = false, sawNew = false, finished = false;
    for (int fatal = 0; !finished; ++fatal) {
        ASSERT_LT(fatal, 200);
        const TemporaryFolder folder;
        saveCheckpoint(folder.path(), old);
        finished = saveUntil(fatal, folder.path(), next);
        const bool isNew = holds(folder.path(), next);
        ASSERT_TRUE(isNew || holds(folder.path(), old)) << "killed before step " << fatal;
        ASSERT_TRUE(isNew || !sawNew) << "the old checkpoint came back at step " << fatal;
        (isNew ? sawNew : sawOld) = true;
        // Killed again at the same place of the repair, then saved for good.
        saveUntil(fatal % 7, folder.path(), next);
        ASSERT_TRUE(holds(folder.path(), next) || holds(folder.path(), old)) << fatal;
        const Checkpoint last = sampleCheckpoint(3, false);
        saveCheckpoint(folder.path(), last);
        ASSERT_TRUE(holds(folder.path(), last)) << fatal;
        ASSERT_FALSE(std::filesystem::exists(folder / ".saving")) << fatal;
        ASSERT_FALSE(std::filesystem::exists(folder / ".saved")) << fatal;
    }
    EXPECT_TRUE(sawOld && sawNew);
}

TEST(CheckpointCrash, ATrainingRunKeepsTheOldOrTheNewState) {
    killEverywhere(sampleCheckpoint(1, true), sampleCheckpoint(2, true));
}

TEST(CheckpointCrash, FilesThatNoLongerBelongDoNotLeakIn) {
    Checkpoint next = sampleCheckpoint(2, false);
    next.readme.clear();
    killEverywhere(sampleCheckpoint(1, true), next);
}

TEST(CheckpointCrash, AFirstSavingIsThereOrNot) {
    const Checkpoint next = sampleCheckpoint(2, true);
    bool finished = false, seen = false;
    for (int fatal = 0; !finished; ++fatal) {
        const TemporaryFolder folder;
        finished = saveUntil(fatal, folder / "model", next);
        bool loads = false;
        try {
            loads = holds(folder / "model", next);
        } catch (const Error& error) {
            ASSERT_FALSE(seen) << error.what();
        }
        seen = seen || loads;
        saveCheckpoint(folder / "model", next);
        ASSERT_TRUE(holds(folder / "model", next));
    }
    EXPECT_TRUE(seen);
}

TEST(CheckpointCrash, AnErrorAtAnyStepKeepsTheOldOrTheNewCheckpoint) {
    bool finished = false;
    for (int failing = 0; !finished; ++failing) {
        const TemporaryFolder folder;
        saveCheckpoint(folder.path(), sampleCheckpoint(1, true));
        int step = 0;
        const auto observer = [&](std::string_view) { require(step++ != failing, "test", "disk full"); };
        finished = errorOf([&] {
                       saveCheckpoint(folder.path(), sampleCheckpoint(2, true), FloatStorage::F16, observer);
                   }) == "no error";
        ASSERT_TRUE(holds(folder.path(), sampleCheckpoint(1, true)) ||
                    holds(folder.path(), sampleCheckpoint(2, true)))
            << failing;
        saveCheckpoint(folder.path(), sampleCheckpoint(3, true));
        ASSERT_TRUE(holds(folder.path(), sampleCheckpoint(3, true)));
    }
}

}  // namespace
}  // namespace vitrine

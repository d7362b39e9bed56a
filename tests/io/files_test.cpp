#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/io/atomic_file.h"
#include "engine/io/input_file.h"
#include "tests/io/io_helpers.h"

namespace vitrine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> namesIn(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

TEST(AtomicFile, ReplacesAFileOnlyWhenItIsCommitted) {
    const TemporaryFolder folder;
    writeFileAtomically(folder / "a.txt", "old");
    {
        AtomicFile file(folder / "a.txt");
        file.write("new");
        EXPECT_EQ(readBytes(folder / "a.txt"), "old");
    }
    EXPECT_EQ(readBytes(folder / "a.txt"), "old");
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("a.txt"));
    writeFileAtomically(folder / "a.txt", "new");
    EXPECT_EQ(readBytes(folder / "a.txt"), "new");
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("a.txt"));
}

TEST(AtomicFile, TwoWritersOfOneFileDoNotMix) {
    const TemporaryFolder folder;
    AtomicFile first(folder / "a"), second(folder / "a");
    first.write("1111");
    second.write("22");
    first.commit();
    EXPECT_EQ(readBytes(folder / "a"), "1111");
    second.commit();
    EXPECT_EQ(readBytes(folder / "a"), "22");
}

TEST(AtomicFile, AFailureAtAnyStepLeavesTheOldFileOrTheNewOne) {
    const TemporaryFolder folder;
    int steps = 0;
    writeFileAtomically(folder / "a", "old", [&](std::string_view) { ++steps; });
    EXPECT_EQ(steps, 5);  // create, write, sync, rename, sync the folder
    for (int failing = 0; failing < steps; ++failing) {
        writeFileAtomically(folder / "a", "old");
        int step = 0;
        const auto observer = [&](std::string_view) { require(step++ != failing, "test", "disk full"); };
        EXPECT_EQ(errorOf([&] { writeFileAtomically(folder / "a", "new", observer); }), "[test] disk full");
        EXPECT_EQ(readBytes(folder / "a"), failing < 4 ? "old" : "new") << failing;
        EXPECT_THAT(namesIn(folder.path()), ElementsAre("a"));
    }
}

TEST(AtomicFile, SaysWhyAFileCannotBeWritten) {
    const TemporaryFolder folder;
    EXPECT_THAT(errorOf([&] { writeFileAtomically(folder / "none/a", "x"); }),
                HasSubstr("none/a: No such file or directory"));
    std::filesystem::create_directory(folder / "b");
    EXPECT_THAT(errorOf([&] { writeFileAtomically(folder / "b", "x"); }), HasSubstr("cannot replace"));
    EXPECT_THAT(errorOf([] { writeFileAtomically("/dev/full/a", "x"); }), HasSubstr("Not a directory"));
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("b"));
}

TEST(ReadTextFile, ReadsWholeFilesOfAnyBytes) {
    const TemporaryFolder folder;
    const std::string bytes("a\0\xff\n", 4);
    writeBytes(folder / "a", bytes);
    EXPECT_EQ(readTextFile(folder / "a", 4), bytes);
    writeBytes(folder / "empty", "");
    EXPECT_EQ(readTextFile(folder / "empty", 0), "");
}

TEST(ReadTextFile, SaysWhatIsWrongWithAFile) {
    const TemporaryFolder folder;
    writeBytes(folder / "a", "12345");
    EXPECT_THAT(errorOf([&] { readTextFile(folder / "a", 4); }),
                HasSubstr("/a has 5 bytes, expected at most 4"));
    EXPECT_THAT(errorOf([&] { readTextFile(folder / "b", 4); }), HasSubstr("there is no file "));
    EXPECT_THAT(errorOf([&] { readTextFile(folder / "a/b", 4); }), HasSubstr("there is no file "));
    EXPECT_THAT(errorOf([&] { readTextFile(folder.path(), 4); }), HasSubstr("is a folder, expected a file"));
    EXPECT_THAT(errorOf([] { readTextFile("/dev/zero", 4); }), HasSubstr("is a device or a pipe"));
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(errorOf([&] { readTextFile(folder / "pipe", 4); }), HasSubstr("is a device or a pipe"));
}

TEST(ReadTextFile, SaysThatAFileMayNotBeRead) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    const TemporaryFolder folder;
    writeBytes(folder / "a", "12345");
    ::chmod((folder / "a").c_str(), 0);
    EXPECT_THAT(errorOf([&] { readTextFile(folder / "a", 4); }), HasSubstr("Permission denied"));
}

TEST(InputFile, NoticesThatAFileWasCutWhileOpen) {
    const TemporaryFolder folder;
    writeBytes(folder / "a", "12345");
    const InputFile file(folder / "a");
    std::filesystem::resize_file(folder / "a", 2);
    char bytes[5];
    EXPECT_THAT(errorOf([&] { file.read(0, bytes, 5); }), HasSubstr("ends at byte 2, expected 3 more"));
}

}  // namespace
}  // namespace vitrine

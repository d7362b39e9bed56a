#include "engine/io/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/io/checkpoint_helpers.h"

namespace vitrine {
namespace {

using testing::HasSubstr;

TEST(Checkpoint, SurvivesARoundTrip) {
    const TemporaryFolder folder;
    saveCheckpoint(folder / "a/b", sampleCheckpoint(1, true));
    EXPECT_TRUE(hasTrainingState(folder / "a/b"));
    EXPECT_TRUE(sameCheckpoint(loadCheckpoint(folder / "a/b", WithTraining::Yes), sampleCheckpoint(1, true)));
    EXPECT_TRUE(sameCheckpoint(loadCheckpoint(folder / "a/b"), sampleCheckpoint(1, false)));
}

TEST(Checkpoint, ReplacesItsOwnFilesAndNoOthers) {
    const TemporaryFolder folder;
    writeBytes(folder / "notes.txt", "mine");
    saveCheckpoint(folder.path(), sampleCheckpoint(1, true));
    Checkpoint next = sampleCheckpoint(2, false);
    next.readme.clear();
    saveCheckpoint(folder.path(), next);
    EXPECT_TRUE(sameCheckpoint(loadCheckpoint(folder.path()), next));
    EXPECT_FALSE(hasTrainingState(folder.path()));
    EXPECT_THAT(errorOf([&] { loadCheckpoint(folder.path(), WithTraining::Yes); }),
                HasSubstr("holds a model but no training state"));
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        names.push_back(entry.path().filename().string());
    EXPECT_THAT(
        names, testing::UnorderedElementsAre("card.json", "checkpoint.json", "contract.json",
                                             "model.safetensors", "notes.txt", "source.json", "target.json"));
}

TEST(Checkpoint, TheSameCheckpointGivesTheSameBytes) {
    const TemporaryFolder folder;
    saveCheckpoint(folder / "a", sampleCheckpoint(1, true));
    saveCheckpoint(folder / "b", sampleCheckpoint(1, true));
    for (const auto& entry : std::filesystem::directory_iterator(folder / "a"))
        EXPECT_EQ(readBytes(entry.path()), readBytes(folder / "b" / entry.path().filename()))
            << entry.path().filename();
}

TEST(Checkpoint, ShipsHalvesAndTrainsOnExactFloats) {
    const TemporaryFolder folder;
    Checkpoint checkpoint = sampleCheckpoint(1, true);
    checkpoint.parameters[0].tensor.data<float>()[0] = 1.f / 3;
    saveCheckpoint(folder / "a", checkpoint);
    EXPECT_NE(loadCheckpoint(folder / "a").parameters[0].tensor.at(0), 1.f / 3);
    EXPECT_NEAR(loadCheckpoint(folder / "a").parameters[0].tensor.at(0), 1.f / 3, 2e-4);
    saveCheckpoint(folder / "a", checkpoint, FloatStorage::AsIs);
    EXPECT_TRUE(sameCheckpoint(loadCheckpoint(folder / "a", WithTraining::Yes), checkpoint));
}

class DamagedCheckpoint : public testing::Test {
protected:
    DamagedCheckpoint() { saveCheckpoint(m_folder.path(), sampleCheckpoint(1, true)); }
    std::string problem() const {
        return errorOf([&] { loadCheckpoint(m_folder.path(), WithTraining::Yes); });
    }

    TemporaryFolder m_folder;
};

TEST_F(DamagedCheckpoint, EveryMissingFileIsNamed) {
    for (const char* name : {"contract.json", "model.safetensors", "source.json", "target.json", "card.json",
                             "README.md", "state.json", "state.safetensors"}) {
        const std::string bytes = readBytes(m_folder / name);
        std::filesystem::remove(m_folder / name);
        EXPECT_THAT(problem(), HasSubstr(concat("there is no file ", (m_folder / name).string())));
        writeBytes(m_folder / name, bytes);
    }
    EXPECT_EQ(problem(), "no error");
}

TEST_F(DamagedCheckpoint, SaysWhatAModelFolderIs) {
    EXPECT_THAT(errorOf([&] { loadCheckpoint(m_folder / "none"); }), HasSubstr("there is no folder"));
    std::filesystem::create_symlink(m_folder / "loop", m_folder / "loop");  // it cannot be told what is there
    EXPECT_THAT(errorOf([&] { loadCheckpoint(m_folder / "loop"); }),
                HasSubstr("loop: Too many levels of symbolic links"));
    std::filesystem::create_directory(m_folder / "empty");
    EXPECT_THAT(errorOf([&] { loadCheckpoint(m_folder / "empty"); }),
                HasSubstr("is not a model folder; expected a file checkpoint.json in it"));
}

TEST_F(DamagedCheckpoint, EveryTruncationIsAnError) {
    for (const char* name : {"checkpoint.json", "contract.json", "model.safetensors", "card.json",
                             "state.json", "state.safetensors"}) {
        const std::string bytes = readBytes(m_folder / name);
        for (std::size_t length = 0; length + 2 < bytes.size(); ++length) {
            writeBytes(m_folder / name, bytes.substr(0, length));
            ASSERT_NE(problem(), "no error") << name << ' ' << length;
        }
        writeBytes(m_folder / name, bytes);
    }
    EXPECT_EQ(problem(), "no error");
}

TEST_F(DamagedCheckpoint, AListOfFilesCannotReachOutside) {
    for (const char* name : {"../a", "/etc/passwd", ".saved", "a/b", ""}) {
        writeBytes(
            m_folder / "checkpoint.json",
            concat(R"({"format":"vitrine-checkpoint","version":1,"revision":1,"files":[")", name, "\"]}"));
        EXPECT_THAT(problem(), HasSubstr("expected plain file names")) << name;
    }
    writeBytes(m_folder / "checkpoint.json",
               R"({"format":"vitrine-checkpoint","version":1,"revision":1,"files":["contract.json"]})");
    EXPECT_THAT(problem(), HasSubstr("has no model.safetensors among the files"));
}

TEST_F(DamagedCheckpoint, MoreNumbersThanTheContractNeedsAreNotRead) {
    const std::int64_t allowed = parameterCount(sampleCheckpoint(1, false).contract);
    writeSafetensors(m_folder / "model.safetensors",
                     std::vector<NamedTensor>{{"w", Tensor::zeros(DType::F32, {allowed + 1})}});
    EXPECT_THAT(problem(), HasSubstr(concat("holds ", allowed + 1, " numbers, expected at most ", allowed)));
}

TEST_F(DamagedCheckpoint, AFailedSavingLeavesTheOldCheckpoint) {
    Checkpoint broken = sampleCheckpoint(2, true);
    broken.contract.width = 3;
    EXPECT_THAT(errorOf([&] { saveCheckpoint(m_folder.path(), broken); }), HasSubstr("width is 3"));
    broken = sampleCheckpoint(2, true);
    broken.card["a"] = "\xff";
    EXPECT_THAT(errorOf([&] { saveCheckpoint(m_folder.path(), broken); }), HasSubstr("UTF-8"));
    EXPECT_TRUE(
        sameCheckpoint(loadCheckpoint(m_folder.path(), WithTraining::Yes), sampleCheckpoint(1, true)));
}

TEST_F(DamagedCheckpoint, AFileInThePlaceOfTheFolderIsAnError) {
    writeBytes(m_folder / "file", "x");
    EXPECT_THAT(errorOf([&] { saveCheckpoint(m_folder / "file", sampleCheckpoint(1, false)); }),
                HasSubstr("cannot prepare"));
}

TEST(Checkpoint, AReaderSeesWholeCheckpointsWhileAnotherThreadSaves) {
    const TemporaryFolder folder;
    saveCheckpoint(folder.path(), sampleCheckpoint(0, true));
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (int variant = 1; variant <= 30; ++variant)
            saveCheckpoint(folder.path(), sampleCheckpoint(variant, true));
        done = true;
    });
    int read = 0;
    while (!done) {
        try {
            const Checkpoint seen = loadCheckpoint(folder.path(), WithTraining::Yes);
            const int variant = static_cast<int>(seen.training->step - 1000);
            EXPECT_TRUE(sameCheckpoint(seen, sampleCheckpoint(variant, true))) << variant;
            ++read;
        } catch (const Error& error) {
            ADD_FAILURE() << error.what();
        }
    }
    writer.join();
    EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace vitrine

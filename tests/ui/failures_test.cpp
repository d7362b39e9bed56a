// What goes wrong is said in the language of the window: whole in Chinese, the engine's own words in English.
#include <QApplication>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTimer>
#include <fstream>
#include <functional>
#include <sstream>

#include "tests/ui/window_fixture.h"
#include "ui/common/engine_sentence.h"

namespace vitrine::testing {
namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// Latin words that are neither in quotes, nor part of a path or file name, nor one of the names allowed.
QStringList foreignWords(QString text, const QStringList& names) {
    static const QRegularExpression quoted(
        QStringLiteral("“[^”]*”|\"[^\"]*\"|/[^\\s：，；（）]+|\\w+\\.json"));
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{2,}"));
    text.remove(quoted);
    QStringList found;
    for (auto i = word.globalMatch(text); i.hasNext();)
        if (const QString each = i.next().captured(); !names.contains(each)) found << each;
    return found;
}

class Failures : public WindowTest {
protected:
    ~Failures() override { app.language.set(Language::Code::English); }

    /// A copy of the tiny model with one file changed.
    fs::path broken(const char* file, const std::function<void(std::string&)>& harm) {
        const fs::path copy = folder.path() / "broken";
        fs::remove_all(copy);
        fs::copy(folder.path() / "tiny", copy);
        std::string text = readAll(copy / file);
        harm(text);
        std::ofstream(copy / file) << text;
        return copy;
    }
    static void replace(std::string& text, const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
    }
    QString shownError() const {
        for (const QLabel* label : window->findChildren<QLabel*>())
            if (label->isVisible() && label->property("role") == "error") return label->text();
        return {};
    }
    /// The engine has failed: both languages say so, switched while the sentence stands there.
    void expectBothLanguages(const QString& chinese, const QStringList& names) {
        ASSERT_TRUE(app.bridge.error());
        const QString engine = QString::fromStdString(app.bridge.error()->sentence.text);
        const QString english = shownError();
        EXPECT_TRUE(english.endsWith(engine)) << english.toStdString();
        app.language.set(Language::Code::Chinese);
        settle();
        const QString shown = shownError();
        EXPECT_TRUE(shown.contains(chinese)) << shown.toStdString();
        EXPECT_EQ(foreignWords(shown, names).join(' ').toStdString(), "") << shown.toStdString();
        app.language.set(Language::Code::English);
        settle();
        EXPECT_EQ(shownError(), english);
    }
    void expectModelRefused(const fs::path& model, const char* chinese, const QStringList& names = {}) {
        app.experiment.setModel(model.string());
        settle();
        expectBothLanguages(QString::fromUtf8(chinese), names);
    }
};

TEST_F(Failures, AMissingFolder) {
    expectModelRefused(folder.path() / "nowhere", "没有文件夹 /");
}

TEST_F(Failures, AFolderWithoutAModel) {
    expectModelRefused(folder.path(), "不是模型文件夹；里面应有文件 checkpoint.json");
}

TEST_F(Failures, WeightsThatWereCutShort) {
    const auto halve = [](std::string& text) { text.resize(text.size() / 2); };
    expectModelRefused(broken("model.safetensors", halve), "文件不完整", {"safetensors"});
}

TEST_F(Failures, AContractWithAWrongKey) {
    const auto misspell = [](std::string& text) { replace(text, "\"width\"", "\"widht\""); };
    expectModelRefused(broken("contract.json", misspell), "缺少 width；这里给出的键有", {"width"});
}

TEST_F(Failures, AContractThatIsNoJson) {
    const auto cut = [](std::string& text) { text.resize(40); };
    expectModelRefused(broken("contract.json", cut), "应为有效的 JSON，但第 ", {"JSON"});
}

TEST_F(Failures, AContractOfAnotherModel) {
    const auto widen = [](std::string& text) { replace(text, "\"layers\": 2", "\"layers\": 300"); };
    expectModelRefused(broken("contract.json", widen), "应为 1 到 ", {"encoder", "decoder", "layers"});
}

TEST_F(Failures, ABrokenTokenizer) {
    const auto harm = [](std::string& text) { replace(text, "\"<bos>\"", "7"); };
    expectModelRefused(broken("source.json", harm), "词表第 1 项是数，应为文本");
}

TEST_F(Failures, ASentenceThatIsTooLong) {
    app.experiment.setSource(std::string(900, 'x') + std::string(200, '.'));
    settle();
    expectBothLanguages(QStringLiteral("个词元，这个模型最多读"), {});
}

TEST_F(Failures, AWordOfAnotherModel) {
    app.experiment.force(StepIndex(0), TokenId(100'000));
    settle();
    expectBothLanguages(QStringLiteral("指定的词"), {});
}

TEST_F(Failures, AnImpossibleSetting) {
    Decoding decoding = state().variant.decoding;
    decoding.temperature = 99;
    app.language.set(Language::Code::Chinese);
    try {
        app.experiment.setDecoding(decoding);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(errorSentence(error), QStringLiteral("温度为 99，应在 0.05 到 5 之间（选词）"));
    }
    EXPECT_NE(state().variant.decoding.temperature, 99);
    EXPECT_FALSE(app.experiment.undoStack().canUndo());
}

TEST_F(Failures, AStateFileThatIsBroken) {
    const QString file = QString::fromStdString((folder.path() / "state.json").string());
    const auto said = [&](const std::string& text) {
        std::ofstream(file.toStdString()) << text;
        QString shown;
        QTimer answer;
        QObject::connect(&answer, &QTimer::timeout, &answer, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box == nullptr) return;
            shown = box->text();
            box->reject();
        });
        answer.start(5);
        window->files().openFile(file);
        return shown;
    };
    std::string negative = stateToJson(state());
    replace(negative, "\"step\": 1", "\"step\": -1");
    EXPECT_EQ(said(negative).section('\n', 1),
              QStringLiteral("[saved state] step is -1, expected an integer from 0 to 4096"));
    app.language.set(Language::Code::Chinese);
    EXPECT_EQ(said(negative).section('\n', 1),
              QStringLiteral("step 为 -1，应为 0 到 4096 的整数（保存的状态）"));
    EXPECT_EQ(foreignWords(said("{}"), {"format"}).join(' ').toStdString(), "");
    EXPECT_EQ(foreignWords(said("{\"format\""), {"JSON"}).join(' ').toStdString(), "");
    EXPECT_EQ(said("[]").section('\n', 1), QStringLiteral("这段 JSON 为列表，应为对象（保存的状态）"));
}

TEST_F(Failures, EnglishIsTheEnginesOwnText) {
    const auto same = [](const std::exception& error) {
        return errorSentence(error) == QString::fromUtf8(error.what());
    };
    EXPECT_TRUE(same(Error("100 % as it is")));
    try {
        stateFromJson("{\"format\": 1e999}");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_TRUE(same(error)) << error.what();
        app.language.set(Language::Code::Chinese);
        EXPECT_EQ(errorSentence(error),
                  QStringLiteral("应为有效的 JSON，但其中有一个数超出范围；请改正（保存的状态）"));
    }
}

TEST_F(Failures, AnInternalCheckSaysThatItIsOne) {
    app.language.set(Language::Code::Chinese);
    try {
        Shape{-1};
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(errorSentence(error),
                  QStringLiteral("程序内部的检查没有通过：[shape] expected axis lengths >= 0, got -1"));
    }
}

}  // namespace
}  // namespace vitrine::testing

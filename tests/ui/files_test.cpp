// What leaves the window: figures, numbers, saved states, captures.
#include <QDir>
#include <QFile>
#include <QFileIconProvider>
#include <QImage>
#include <QXmlStreamReader>
#include <cstring>

#include "engine/core/error.h"
#include "tests/ui/window_fixture.h"
#include "ui/shell/caption.h"
#include "ui/shell/capture.h"

namespace vitrine::testing {
namespace {

QByteArray bytesOf(const QString& file) {
    QFile in(file);
    EXPECT_TRUE(in.open(QIODevice::ReadOnly)) << file.toStdString();
    return in.readAll();
}

class Files : public WindowTest {
protected:
    QString path(const char* name) const { return QString::fromStdString((folder.path() / name).string()); }
    QString caption(View& view) const { return captionOf(view, app.experiment, app.bridge); }
};

TEST_F(Files, EveryViewExportsEveryKind) {
    for (View* view : window->page().views()) {
        window->page().leaveFull();
        window->page().showFull(view->id());
        settle();
        if (static_cast<Figure&>(*view).data().isEmpty()) continue;  // an inspector with nothing locked
        for (const char* suffix : {"svg", "pdf", "png", "csv", "npy"}) {
            const QString file = path((view->id().toStdString() + "." + suffix).c_str());
            const QStringList written = exportFigure(*view, caption(*view), file, app.theme.colors().surface,
                                                     app.theme.colors().text);
            ASSERT_FALSE(written.isEmpty());
            for (const QString& each : written) EXPECT_FALSE(bytesOf(each).isEmpty()) << each.toStdString();
        }
        QXmlStreamReader svg(bytesOf(path((view->id().toStdString() + ".svg").c_str())));
        while (!svg.atEnd()) svg.readNext();
        EXPECT_FALSE(svg.hasError()) << svg.errorString().toStdString();
        EXPECT_TRUE(bytesOf(path((view->id().toStdString() + ".pdf").c_str())).startsWith("%PDF"));
        EXPECT_FALSE(QImage(path((view->id().toStdString() + ".png").c_str())).isNull());
    }
}

TEST_F(Files, CaptionsAndDialogsAreChineseInAChineseWindow) {
    app.language.set(Language::Code::Chinese);
    Decoding decoding = app.experiment.variant().decoding;
    decoding.strategy = Strategy::Sample;
    app.experiment.setDecoding(decoding);
    settle();
    const QString text = caption(nextToken());
    EXPECT_TRUE(text.contains(QStringLiteral("top-k 全部"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("。改动：无。Vitrine "))) << text.toStdString();
    EXPECT_FALSE(text.contains(QStringLiteral(". ")) || text.contains(QStringLiteral(": ")))
        << text.toStdString();
    EXPECT_EQ(QFileIconProvider().type(QFileInfo(QDir::tempPath())), QStringLiteral("文件夹"));
}

TEST_F(Files, ExportedNumbersAreTheShownOnes) {
    NextTokenView& view = nextToken();
    exportFigure(view, caption(view), path("t.csv"), Qt::white, Qt::black);
    exportFigure(view, caption(view), path("t.npy"), Qt::white, Qt::black);
    const QList<QByteArray> lines = bytesOf(path("t.csv")).trimmed().split('\n');
    ASSERT_EQ(lines.size(), view.model().count() + 1);
    const QByteArray npy = bytesOf(path("t.npy"));
    ASSERT_EQ(npy.left(6), QByteArray("\x93NUMPY"));
    const qsizetype columns = view.data().front().shape.back();
    const qsizetype start = npy.size() - columns * view.model().count() * 8;
    ASSERT_EQ(start % 64, 0);
    for (int row = 0; row < view.model().count(); ++row) {
        const double logit = view.model().candidate(row).logit;
        EXPECT_EQ(lines[row + 1].trimmed().split(',').at(2).toDouble(), logit);
        double stored = 0;
        std::memcpy(&stored, npy.constData() + start + (row * columns + 1) * 8, 8);
        EXPECT_EQ(stored, logit);
    }
}

TEST_F(Files, CaptionsCarryModelStepInputSeedAndChanges) {
    app.experiment.force(StepIndex(1), nextToken().model().candidate(2).token);
    Decoding decoding = state().variant.decoding;
    decoding.strategy = Strategy::Sample;
    decoding.seed = 4711;
    app.experiment.setDecoding(decoding);
    settle();
    const QString text = caption(nextToken());
    for (const char* part : {"tiny", "step 3", "4711", "forced at step 2"})
        EXPECT_TRUE(text.contains(QLatin1String(part))) << part << " in " << text.toStdString();
    EXPECT_TRUE(text.contains(QString::fromStdString(state().source)));
}

TEST_F(Files, AStateComesBackAsItWas) {
    app.experiment.force(StepIndex(1), nextToken().model().candidate(2).token);
    app.experiment.addIntervention({Site{Stack::Decoder, 0, Part::CrossAttention, Quantity::Heads},
                                    Intervention::Action::Scale,
                                    1,
                                    -1,
                                    -1,
                                    0,
                                    {}});
    settle();
    const ExperimentState before = state();
    writeStateFile(path("s.json"), before, app.modelRoot);
    EXPECT_TRUE(bytesOf(path("s.json")).contains("\"model\": \"tiny\"")) << "models are named, not located";
    EXPECT_EQ(readStateFile(path("s.json"), app.modelRoot), before);
}

TEST_F(Files, BrokenStatesAreRefusedWithASentence) {
    const std::string good = stateToJson(state());
    const auto refused = [](const std::string& text) {
        try {
            stateFromJson(text);
        } catch (const Error& error) {
            return std::string(error.what()).size() > 20;
        }
        return false;
    };
    EXPECT_NO_THROW(stateFromJson(good));
    EXPECT_TRUE(refused(""));
    EXPECT_TRUE(refused("{}"));
    EXPECT_TRUE(refused(good + good));
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{"\"version\": 1", "\"version\": 2"},
                                                          {"\"step\": 1", "\"step\": -1"},
                                                          {"\"temperature\": 1.0", "\"temperature\": 99"},
                                                          {"\"kept\": []", "\"kept\": [\"a\"]"},
                                                          {"\"step\": 1", "\"step\": 1, \"unknown\": 0"}}) {
        std::string bad = good;
        const std::size_t at = bad.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        bad.replace(at, from.size(), to);
        EXPECT_TRUE(refused(bad)) << to;
    }
}

TEST_F(Files, CapturesHaveTheSizeAsked) {
    StartOptions options;
    options.size = QSize(1280, 800);
    options.capture = path("a.png");
    captureWindow(options, app, *window);
    EXPECT_EQ(QImage(options.capture).size(), options.size);
}

TEST(StartOptionsTest, ReadTheCommandLine) {
    QString help;
    const StartOptions options =
        parseOptions({"vitrine", "--capture", "a.png", "--size", "1920x1080", "--lang", "zh", "--theme",
                      "dark", "--steps", "2", "--force", "like@1", "--lock", "encoder:1,0,2,3"},
                     help);
    EXPECT_EQ(options.size, QSize(1920, 1080));
    EXPECT_EQ(options.forced, (std::vector<std::pair<std::string, int>>{{"like", 1}}));
    EXPECT_EQ(parseLock(options.lock).site.stack, Stack::Encoder);
    EXPECT_THROW(parseOptions({"vitrine", "--size", "big"}, help), Error);
    EXPECT_THROW(parseOptions({"vitrine", "--lang", "fr"}, help), Error);
    EXPECT_THROW(parseOptions({"vitrine", "--lock", "1,2"}, help), Error);
    EXPECT_THROW(parseOptions({"vitrine", "--nonsense"}, help), Error);
    EXPECT_THROW(parseOptions({"vitrine", "--force", "like"}, help), Error);
}

}  // namespace
}  // namespace vitrine::testing

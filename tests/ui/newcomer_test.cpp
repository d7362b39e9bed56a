// What people who have read nothing run into: double clicks, full disks, other kinds of file, the projector.
#include <sys/resource.h>
#include <sys/stat.h>

#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLineEdit>
#include <QTimer>
#include <csignal>

#include "tests/ui/window_fixture.h"
#include "ui/shell/brief_note.h"
#include "ui/shell/capture.h"

namespace vitrine::testing {
namespace {

/// As on a full disk: no file of this process grows beyond so many bytes.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &m_before);
        m_signal = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit little{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &little);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before{};
    void (*m_signal)(int) = nullptr;
};

class Newcomer : public WindowTest {
protected:
    QString path(const char* name) const { return QString::fromStdString((folder.path() / name).string()); }
    static QByteArray bytesOf(const QString& file) {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("cannot be read");
    }
    /// What the program says when this is done; empty when it says nothing is wrong.
    template <class Act>
    static std::string complaint(Act act) {
        try {
            act();
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }
    const BriefNote& note() const { return *window->findChild<BriefNote*>(); }
};

TEST_F(Newcomer, SavingOnAFullDiskIsSaidAndKeepsWhatWasThere) {
    const QString stateFile = path("s.json"), table = path("t.csv");
    writeStateFile(stateFile, state(), app.modelRoot);
    exportFigure(nextToken(), {}, table, Qt::white, Qt::black);
    const QByteArray before = bytesOf(stateFile), numbers = bytesOf(table);
    ASSERT_GT(before.size(), 100);
    ASSERT_GT(numbers.size(), 100);
    app.experiment.setStep(2);
    settle();
    const FullDisk full(64);
    EXPECT_NE(complaint([&] { writeStateFile(stateFile, state(), app.modelRoot); }), "");
    EXPECT_NE(complaint([&] { exportFigure(nextToken(), {}, table, Qt::white, Qt::black); }), "");
    StartOptions options;
    options.capture = path("c.png");
    EXPECT_NE(complaint([&] { captureWindow(options, app, *window); }), "");
    EXPECT_FALSE(QFile::exists(options.capture)) << "half a picture is left";
    EXPECT_EQ(bytesOf(stateFile), before);
    EXPECT_EQ(bytesOf(table), numbers);
}

TEST_F(Newcomer, AFileThatIsNotThereIsSaidToBeNotThere) {
    const std::string said = complaint([&] { readStateFile(path("none.json"), app.modelRoot); });
    EXPECT_NE(said.find("No such file"), std::string::npos) << said;
}

TEST_F(Newcomer, WhatIsNoFileIsNotReadAsAState) {
    const auto said = [&](const QString& file) {
        return complaint([&] { readStateFile(file, app.modelRoot); });
    };
    EXPECT_NE(said(path(".")).find("is a folder, expected a file"), std::string::npos);
    EXPECT_NE(said("/dev/zero").find("is a device or a pipe"), std::string::npos);
    ASSERT_EQ(mkfifo(path("pipe").toLocal8Bit().constData(), 0600), 0);
    EXPECT_NE(said(path("pipe")).find("is a device or a pipe"), std::string::npos);
}

TEST_F(Newcomer, AnUnknownOptionIsNamed) {
    QString help;
    const std::string said = complaint([&] { parseOptions({"vitrine", "--nonsense"}, help); });
    EXPECT_NE(said.find("nonsense"), std::string::npos) << said;
}

TEST_F(Newcomer, CapturesThatCannotBeAreRefused) {
    QString help;
    const auto refused = [&](const QStringList& words) {
        return complaint([&] { parseOptions(QStringList{"vitrine"} + words, help); });
    };
    EXPECT_NE(refused({"--capture", ""}), "");
    EXPECT_NE(refused({"--capture", "a.jpg"}), "");
    EXPECT_NE(refused({"--size", "99999x800"}), "");
    EXPECT_NE(refused({"--view", "nothing"}), "");
    EXPECT_EQ(refused({"--capture", "A.PNG", "--view", "model_map", "--size", "1920x1080"}), "");
    for (const View* view : window->page().views())
        if (view->id() != QLatin1String("story")) {
            EXPECT_TRUE(pageViews().contains(view->id())) << view->id().toStdString();
        }
}

TEST_F(Newcomer, PlacesThatAreNotThereAreRefused) {
    StartOptions options;
    const auto locked = [&](const char* lock) {
        options.lock = QString::fromLatin1(lock);
        return complaint([&] { playOptions(options, app); });
    };
    for (const char* lock : {"9,0,0,0", "0,99,0,0", "0,0,2,0", "0,0,0,99", "encoder:0,0,99,0"})
        EXPECT_NE(locked(lock), "") << lock;
    for (const char* lock :
         {"decoder.9.cross.query?row=0", "decoder.0.cross.query?row=2",
          "decoder.0.cross.query?row=0&column=24", "decoder.0.cross.query?head=3",
          "decoder.0.cross.key?row=99", "encoder.0.self.weights?column=99", "encoder.0.self.tokens?row=0",
          "decoder.0.ffn.hidden?head=0", "output.logits?row=0&token=100000",
          "decoder.0.cross.query?parameter=decoder.9.cross.query.weight",
          "decoder.0.cross.query?parameter=decoder.0.cross.query.weight&parameterRow=24",
          "decoder.0.cross.query?parameter=decoder.0.cross.query.bias&parameterColumn=0",
          "decoder.0.cross.query?line=0", "decoder.0.cross.query?row=first"})
        EXPECT_NE(locked(lock), "") << lock;
    EXPECT_FALSE(app.selection.locked());
    for (const char* lock :
         {"decoder.0.cross.query?row=1&column=23&head=2", "decoder.0.cross.key?row=0",
          "output.logits?row=1&token=3", "encoder.embedding.output?row=0&column=23",
          "decoder.0.cross.query?parameter=decoder.0.cross.query.weight&parameterRow=23"}) {
        EXPECT_EQ(locked(lock), "") << lock;
        EXPECT_TRUE(app.selection.locked()) << lock;
        app.selection.release();
    }
    EXPECT_EQ(locked("0,0,1,0"), "");
    EXPECT_TRUE(app.selection.locked());
    options.lock.clear();
    options.steps = app.experiment.lastStep() + 1;
    EXPECT_NE(complaint([&] { playOptions(options, app); }), "");
    EXPECT_EQ(state().step, 1);
    options.steps = -1;
    options.forced = {{nextToken().model().tokenLabel(2).toStdString(), 99}};
    EXPECT_NE(complaint([&] { playOptions(options, app); }), "");
    EXPECT_TRUE(state().variant.forced.empty());
}

TEST_F(Newcomer, ADoubleClickForcesOneWordAndNothingElse) {
    CandidateTable& table = nextToken().table();
    const TokenId word = nextToken().model().candidate(2).token;
    const QPoint place(20, table.rowRect(2).center().y());
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, place);
    settle();
    QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, place);
    QTest::mouseRelease(table.viewport(), Qt::LeftButton, {}, place);
    settle();
    EXPECT_EQ(state().variant.forced, (std::map<StepIndex, TokenId>{{StepIndex(1), word}}));
    EXPECT_FALSE(window->page().full());
    EXPECT_FALSE(app.selection.locked());
}

TEST_F(Newcomer, TabGoesFromTheSettingsDownToTheirTable) {
    bool seen = false;
    for (QWidget* widget = nextToken().nextInFocusChain(); widget != &nextToken();
         widget = widget->nextInFocusChain()) {
        if (widget == &nextToken().table()) seen = true;
        if (qobject_cast<QSlider*>(widget) && nextToken().isAncestorOf(widget)) {
            EXPECT_FALSE(seen) << widget->accessibleName().toStdString();
        }
    }
    EXPECT_TRUE(seen);
}

TEST_F(Newcomer, APresentationFillsTheScreenAndSaysHowToEnd) {
    key(Qt::Key_F5);
    EXPECT_TRUE(window->windowState() & Qt::WindowFullScreen);
    EXPECT_TRUE(note().isVisible());
    EXPECT_TRUE(note().text().contains(QLatin1String("Esc")));
    key(Qt::Key_Escape);
    EXPECT_FALSE(window->windowState() & Qt::WindowFullScreen);
    EXPECT_FALSE(note().isVisible());
}

TEST_F(Newcomer, APictureOfAPresentationHasTheSizeAsked) {
    StartOptions options;
    options.present = true;
    options.size = QSize(1600, 900);
    options.capture = path("p.png");
    captureWindow(options, app, *window);
    EXPECT_EQ(QImage(options.capture).size(), options.size);
    EXPECT_FALSE(note().isVisible());
}

TEST_F(Newcomer, ChoosingAnotherKindOfFileWritesThatKind) {
    QTimer person;
    QObject::connect(&person, &QTimer::timeout, &person, [&] {
        auto* dialog = window->findChild<QFileDialog*>();
        if (dialog == nullptr || !dialog->isVisible()) return;
        person.stop();
        dialog->setDirectory(QString::fromStdString(folder.path().string()));
        const QString picture = dialog->nameFilters().filter(QStringLiteral("*.png")).value(0);
        dialog->selectNameFilter(picture);
        Q_EMIT dialog->filterSelected(picture);  // as a choice in the list does
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("mine"));
        QMetaObject::invokeMethod(dialog, "accept");
    });
    person.start(20);
    window->files().exportView(&nextToken());
    EXPECT_FALSE(QImage(path("mine.png")).isNull());
    EXPECT_FALSE(QFile::exists(path("mine.svg")));
    EXPECT_TRUE(note().isVisible()) << "nothing says where the figure went";
    EXPECT_TRUE(note().text().contains(QLatin1String("mine.png"))) << note().text().toStdString();
}

}  // namespace
}  // namespace vitrine::testing

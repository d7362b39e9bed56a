// Measures what the window promises, on the real window drawn without a screen:
//   bench_window [WIDTHxHEIGHT ...]      1920x1080 and 3840x2160 when none is given
// Start: from just before the process is started to the first frame, and to the first frame that shows the
// first step. Steps and slider moves: from the key to the end of the last frame that it causes. Stalls: the
// longest time in which a timer of one millisecond did not get its turn.

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QProcess>
#include <QSlider>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <set>
#include <vector>

#include "engine/core/threading.h"
#include "ui/shell/capture.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_program.h"
#include "ui/views/next_token/next_token_view.h"

namespace vitrine {
namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kStartVariable = "VITRINE_BENCH_START";  // the child's: when it was started, its size
constexpr const char* kModel = "everyday-zh-en";
constexpr double kQuiet = 60;  // ms without a frame: nothing more comes
const std::vector<std::string> kSentences = {
    "我昨天晚上在图书馆里看了一本非常有意思的书。", "如果明天下雨，我们就在家里一起看电影吧。",
    "她每天早上七点坐公共汽车去学校学习中文。", "那个穿红衣服的老师是我朋友的哥哥。"};

double milliseconds(Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

struct Frames {
    int count = 0;
    Clock::time_point last;
    std::set<const QObject*> painted;  // widgets, since somebody cleared it
    std::function<void()> drawn;
};

/// Notes when a top-level window has drawn a frame.
class BenchApplication : public QApplication {
public:
    using QApplication::QApplication;
    Frames frames;

    bool notify(QObject* receiver, QEvent* event) override {
        const bool frame = event->type() == QEvent::UpdateRequest && receiver->isWidgetType();
        if (event->type() == QEvent::Paint) frames.painted.insert(receiver);
        const bool result = QApplication::notify(receiver, event);
        if (frame) {
            ++frames.count;
            frames.last = Clock::now();
            if (frames.drawn) frames.drawn();
        }
        return result;
    }
};

/// The largest time between two turns of a timer that asks for one every millisecond.
class Heartbeat {
public:
    Heartbeat() {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(1);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
        m_timer.start();
        reset();
    }
    void reset() {
        m_last = Clock::now();
        m_lastOwn = ownTime();
        m_longest = m_longestOwn = 0;
    }
    double longest() {
        beat();
        return m_longest;
    }
    /// The same in time that this thread computed: what is left of it on a machine with nothing else to do.
    double longestOwn() const { return m_longestOwn; }

private:
    static double ownTime() {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }
    void beat() {
        const Clock::time_point now = Clock::now();
        const double own = ownTime();
        m_longest = std::max(m_longest, milliseconds(now - m_last));
        m_longestOwn = std::max(m_longestOwn, own - m_lastOwn);
        m_last = now;
        m_lastOwn = own;
    }
    QTimer m_timer;
    Clock::time_point m_last;
    double m_lastOwn = 0, m_longest = 0, m_longestOwn = 0;
};

void printTimes(const char* what, std::vector<double> times, double limit = 0) {
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
    };
    std::printf("  %-52s median %6.1f  p95 %6.1f  max %6.1f ms  (%zu times", what, at(0.5), at(0.95),
                times.back(), times.size());
    if (limit > 0) std::printf("; promised < %.0f", limit);
    std::printf(")\n");
    std::fflush(stdout);
}

// ---- start ----

QString textOf(QSize size) {
    return QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
}

QSize sizeOf(const QString& text) {
    const QStringList parts = text.split(QLatin1Char('x'));
    const QSize size(parts.value(0).toInt(), parts.value(1).toInt());
    if (parts.size() != 2 || size.isEmpty()) {
        std::fprintf(stderr, "\"%s\" is no size; expected WIDTHxHEIGHT\n", qPrintable(text));
        std::exit(2);
    }
    return size;
}

/// The child: the program as it is, watched until the first step is drawn.
int runChild(BenchApplication& application, const QString& task) {
    const QStringList parts = task.split(QLatin1Char(' '));
    const Clock::time_point begin{std::chrono::nanoseconds(parts.value(0).toLongLong())};
    const QSize size = sizeOf(parts.value(1));
    double first = 0;
    application.frames.drawn = [&] {
        const auto windows = QApplication::topLevelWidgets();
        const auto found = std::find_if(windows.begin(), windows.end(),
                                        [](QWidget* w) { return qobject_cast<MainWindow*>(w) != nullptr; });
        if (found == windows.end()) return;
        auto& window = static_cast<MainWindow&>(**found);
        if (window.size() != size) return window.resize(size);
        const double now = milliseconds(Clock::now() - begin);
        if (first == 0) first = now;
        if (!window.page().view(QStringLiteral("next_token"))->answer()) return;
        std::printf("%f %f\n", first, now);
        std::fflush(stdout);
        std::_Exit(0);
    };
    return runProgram(application, {});
}

void measureStart(QSize size) {
    const QTemporaryDir settings;
    std::vector<double> first, step;
    for (int i = 0; i < 7; ++i) {
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), settings.path());
        environment.remove(QStringLiteral("GOMP_SPINCOUNT"));  // the child decides, as the program does
        environment.insert(QString::fromLatin1(kStartVariable),
                           QStringLiteral("%1 %2")
                               .arg(std::chrono::nanoseconds(Clock::now().time_since_epoch()).count())
                               .arg(textOf(size)));
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QApplication::applicationFilePath(), {});
        double a = 0, b = 0;
        if (!child.waitForFinished(30000) ||
            std::sscanf(child.readAllStandardOutput().constData(), "%lf %lf", &a, &b) != 2) {
            std::fprintf(stderr, "the window did not show its first step\n");
            std::exit(1);
        }
        first.push_back(a);
        step.push_back(b);
    }
    printTimes("start to the first frame", first, 1500);
    printTimes("start to the first frame with a step", step, 1500);
}

// ---- a running window ----

class Bench {
public:
    Bench(BenchApplication& application, QSize size) : m_application(application) {
        app.remember = false;
        app.modelRoot = findModelRoot();
        app.language.set(Language::Code::English);
        window = std::make_unique<MainWindow>(app);
        window->resize(size);
        window->show();
        show(kSentences.front(), kModel);
        Locus logit;  // of the newest token: the inspector has something to explain at every step
        logit.site = Site{Stack::Output, -1, Part::Head, Quantity::Logits};
        app.selection.lock(logit);
        settle();
    }

    void show(const std::string& sentence, const char* model) {
        ExperimentState state;
        state.modelFolder = modelFolder(app.modelRoot, model).string();
        state.source = sentence;
        app.experiment.reset(state);
        settle();
    }
    void settle() {
        spin([this] { return app.bridge.waitUntilIdle(0); });
        if (app.bridge.error()) {
            std::fprintf(stderr, "%s\n", app.bridge.error()->sentence.text.c_str());
            std::exit(1);
        }
    }
    /// Acts and returns the time to the end of the last frame that came of it.
    double timeOf(const std::function<void()>& act, const std::function<bool()>& done,
                  double* first = nullptr) {
        const Clock::time_point begin = Clock::now();
        const int before = m_application.frames.count;
        m_application.frames.painted.clear();
        act();
        bool drawn = false;
        spin([&] {
            if (m_application.frames.count == before) return false;
            if (!drawn && first) *first = milliseconds(m_application.frames.last - begin);
            drawn = true;
            return done();
        });
        noteIdleViews();
        return milliseconds(m_application.frames.last - begin);
    }
    /// Notes visible views that have drawn neither themselves nor a part of themselves.
    void noteIdleViews() {
        for (const View* view : window->page().views()) {
            const auto within = [&](const QObject* o) {
                return o == view || view->isAncestorOf(static_cast<const QWidget*>(o));
            };
            const auto& painted = m_application.frames.painted;
            if (view->isVisible() && std::none_of(painted.begin(), painted.end(), within))
                m_idle.insert(view->id());
        }
    }
    void printIdleViews() {
        for (const QString& id : m_idle) std::printf("  (%s was not always drawn again)\n", qPrintable(id));
        m_idle.clear();
    }
    double timeOfStep(Qt::Key key) {
        return timeOf([&] { press(focused(), key); }, [this] { return !app.bridge.busy(); });
    }
    QWidget* focused() const { return window->focusWidget() ? window->focusWidget() : window.get(); }
    static void press(QWidget* widget, Qt::Key key, const QString& text = {}) {
        QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier, text),
            up(QEvent::KeyRelease, key, Qt::NoModifier);
        QCoreApplication::sendEvent(widget, &down);
        QCoreApplication::sendEvent(widget, &up);
    }
    /// Until `done`, and no frame came for a while.
    void spin(const std::function<bool()>& done) {
        while (!done() || milliseconds(Clock::now() - m_application.frames.last) < kQuiet)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    void runFor(double time) {
        const Clock::time_point begin = Clock::now();
        while (milliseconds(Clock::now() - begin) < time)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }

    AppContext app;
    std::unique_ptr<MainWindow> window;
    Heartbeat heartbeat;

private:
    BenchApplication& m_application;
    std::set<QString> m_idle;
};

void measureSteps(Bench& bench) {
    std::vector<double> ahead, cold, back, whole;
    for (const std::string& sentence : kSentences) {
        bench.show(sentence, kModel);
        const int last = bench.app.experiment.lastStep();
        // Every other step first: nobody has computed those ahead.
        for (int step = 2; step <= last; step += 2)
            cold.push_back(bench.timeOf([&] { bench.app.experiment.setStep(step); },
                                        [&] { return !bench.app.bridge.busy(); }));
        for (int step = last; step > 0; --step) back.push_back(bench.timeOfStep(Qt::Key_PageUp));
    }
    bench.show(kSentences[0], "classroom-zh-en");  // forget
    for (const std::string& sentence : kSentences) {
        bench.show("请" + sentence, kModel);
        const int last = bench.app.experiment.lastStep();
        for (int step = 0; step < last; ++step) {
            bench.settle();
            ahead.push_back(bench.timeOfStep(Qt::Key_PageDown));
        }
    }
    for (int i = 0; i < 30; ++i) {
        const Clock::time_point begin = Clock::now();
        bench.window->repaint();
        whole.push_back(milliseconds(Clock::now() - begin));
    }
    bench.printIdleViews();
    printTimes("a step that nobody asked for before", cold, 50);
    printTimes("a step forward (computed ahead)", ahead, 50);
    printTimes("a step back (remembered)", back, 50);
    printTimes("of these, drawing the whole window", whole);
}

void measureSlider(Bench& bench) {
    bench.show(kSentences[0], kModel);
    bench.app.experiment.setStep(4);
    bench.settle();
    auto* view = bench.window->page().view(QStringLiteral("next_token"));
    QSlider* slider = view->findChildren<QSlider*>().front();
    slider->setFocus();
    std::vector<double> first, all;
    for (int i = 0; i < 40; ++i) {
        double drawn = 0;
        all.push_back(bench.timeOf([&] { Bench::press(slider, i < 20 ? Qt::Key_Right : Qt::Key_Left); },
                                   [&] { return !bench.app.bridge.busy(); }, &drawn));
        first.push_back(drawn);
    }
    printTimes("a slider move to the new q", first, 30);
    printTimes("a slider move until the rest has followed", all);
}

void measureStalls(Bench& bench) {
    const auto report = [&](const char* what) {
        const double longest = bench.heartbeat.longest();
        std::printf("  %-52s %6.1f ms, of this thread's own time %.1f ms  (promised < 100)\n", what, longest,
                    bench.heartbeat.longestOwn());
        std::fflush(stdout);
    };
    bench.show(kSentences[0], "classroom-zh-en");
    bench.runFor(200);
    bench.heartbeat.reset();
    bench.runFor(500);
    report("longest stall: at rest");
    bench.heartbeat.reset();
    bench.app.experiment.setModel(modelFolder(bench.app.modelRoot, kModel).string());
    bench.settle();
    report("longest stall: another model, up to its first step");

    auto* sentence = bench.window->header().findChild<QLineEdit*>();
    sentence->setFocus();
    bench.heartbeat.reset();
    for (const QChar letter : QStringLiteral("我们的老师昨天在学校里给学生们讲了一个故事")) {
        Bench::press(sentence, Qt::Key_unknown, letter);
        bench.runFor(200);  // longer than the pause that counts as the end of a word
    }
    bench.settle();
    report("longest stall: typing, translated at every letter");

    bench.heartbeat.reset();
    for (int i = 0; i < 20; ++i) {
        bench.app.experiment.setSource("我的朋友" + std::to_string(i) +
                                       kSentences[static_cast<std::size_t>(i) % 4]);
        bench.runFor(40);  // into the search for a gold alignment
        for (int k = 0; k < 3; ++k) {
            bench.timeOfStep(Qt::Key_PageDown);
        }
    }
    bench.settle();
    report("longest stall: new sentences, steps in between");

    bench.heartbeat.reset();
    for (int i = 0; i < 60; ++i) {  // a held key
        Bench::press(bench.focused(), i % 20 < 10 ? Qt::Key_PageDown : Qt::Key_PageUp);
        bench.runFor(33);
    }
    report("longest stall: a held arrow key");
}

void measure(BenchApplication& application, QSize size) {
    std::printf("%s\n", qPrintable(textOf(size)));
    measureStart(size);
    Bench bench(application, size);
    std::string visible;
    for (View* view : bench.window->page().views())
        if (view->isVisible()) visible += ' ' + view->id().toStdString();
    std::printf("  visible:%s\n", visible.c_str());
    measureSteps(bench);
    measureSlider(bench);
    measureStalls(bench);
}

}  // namespace
}  // namespace vitrine

int main(int argc, char** argv) {
    using namespace vitrine;
    usePatientThreads(argv);
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QString task = qEnvironmentVariable(kStartVariable);
    QApplication::setStyle("Fusion");
    BenchApplication application(argc, argv);
    if (!task.isEmpty()) return runChild(application, task);
    double load[3] = {};
    if (getloadavg(load, 3) == 3)
        std::printf("load %.2f %.2f %.2f, %d threads\n", load[0], load[1], load[2], threadCount());
    QStringList sizes = QApplication::arguments().mid(1);
    if (sizes.isEmpty()) sizes = {QStringLiteral("1920x1080"), QStringLiteral("3840x2160")};
    for (const QString& size : sizes) measure(application, sizeOf(size));
    return 0;
}

#include "ui/shell/run_program.h"

#include <QApplication>
#include <QSettings>
#include <cstdio>

#include "ui/common/engine_sentence.h"
#include "ui/shell/capture.h"

namespace vitrine {
namespace {

void applyLook(const StartOptions& options, AppContext& app) {
    const QSettings settings;
    const auto chosen = [&](const QString& option, const char* key) {
        return option.isEmpty() && app.remember ? settings.value(QLatin1String(key)).toString() : option;
    };
    const QString language = chosen(options.language, "look/language");
    app.language.set(language == QLatin1String("zh")   ? Language::Code::Chinese
                     : language == QLatin1String("en") ? Language::Code::English
                                                       : Language::ofSystem());
    const bool darkBefore = app.remember && settings.value(QStringLiteral("look/dark"), false).toBool();
    app.theme.setMode(options.theme == QLatin1String("dark") || (options.theme.isEmpty() && darkBefore)
                          ? Theme::Mode::Dark
                          : Theme::Mode::Light);
    const QStringList sizes{"small", "medium", "large", "presentation"};
    int size = static_cast<int>(sizes.indexOf(options.textSize));
    if (size < 0 && app.remember)
        size = settings.value(QStringLiteral("look/textSize"), static_cast<int>(Theme::TextSize::Medium))
                   .toInt();
    if (size >= 0 && size < sizes.size()) app.theme.setTextSize(static_cast<Theme::TextSize>(size));
    if (app.remember) app.theme.setMotion(settings.value(QStringLiteral("look/motion"), true).toBool());
}

/// The exit code. Complains here, while there is a language to complain in.
int capture(const StartOptions& options, AppContext& app, MainWindow& window) {
    try {
        app.experiment.reset(firstState(options, app));
        captureWindow(options, app, window);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", errorSentence(error).toUtf8().constData());
        return 1;
    }
}

int runWindow(const StartOptions& options, QApplication& application) {
    AppContext app;
    app.remember = options.capture.isEmpty();
    app.modelRoot = findModelRoot(options.models.toStdString());
    applyLook(options, app);
    MainWindow window(app);
    if (!options.capture.isEmpty()) return capture(options, app, window);
    window.show();
    try {
        app.experiment.reset(firstState(options, app));
        playOptions(options, app);
    } catch (const std::exception& error) {
        // A file that cannot be read must not keep the window from opening.
        StartOptions plain;
        app.experiment.reset(firstState(plain, app));
        window.files().complain(error);
    }
    if (options.present) window.setPresenting(true);
    return application.exec();
}

/// What the application takes out of its arguments itself, with one or two dashes in front.
QStringList withoutQtOptions(const QStringList& arguments) {
    static const QStringList flags{"reverse", "widgetcount"};
    static const QStringList withValue{
        "platform", "platformpluginpath", "platformtheme", "plugin",      "style",        "stylesheet",
        "display",  "qwindowgeometry",    "geometry",      "qwindowicon", "icon",         "name",
        "session",  "qwindowtitle",       "title",         "fontengine",  "qmljsdebugger"};
    QStringList ours;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        QString name = arguments[i];
        for (int dash = 0; dash < 2 && name.startsWith(QLatin1Char('-')); ++dash) name.remove(0, 1);
        const bool option = name != arguments[i];
        const QString key = name.section(QLatin1Char('='), 0, 0);
        if (!option || !(flags.contains(key) || withValue.contains(key)))
            ours << arguments[i];
        else if (withValue.contains(name))
            ++i;
    }
    return ours;
}

}  // namespace

std::optional<int> readCommandLine(int argc, char** argv, StartOptions& options) {
    const QCoreApplication reader(argc, argv);
    try {
        QString help;
        options = parseOptions(withoutQtOptions(QCoreApplication::arguments()), help);
        if (help.isEmpty()) return std::nullopt;
        std::fputs(help.toUtf8().constData(), stdout);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}

int runProgram(QApplication& application, const StartOptions& options) {
    QApplication::setApplicationName(QStringLiteral("vitrine"));
    QApplication::setOrganizationName(QStringLiteral("vitrine"));
    try {
        return runWindow(options, application);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

}  // namespace vitrine

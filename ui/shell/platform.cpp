#include "ui/shell/platform.h"

#include <QByteArray>
#include <QLoggingCategory>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace vitrine {
namespace {

QtMessageHandler g_before = nullptr;  // Qt hands a handler no context of its own

// What Qt says of the screen before it gives up, and warnings that nobody who started a program can use.
bool isNoise(const QMessageLogContext& context, const QString& message) {
    return (context.category != nullptr && std::string_view(context.category).starts_with("qt.qpa")) ||
           message.startsWith(QLatin1String("QStandardPaths: ")) ||
           message.startsWith(QLatin1String("This plugin does not support propagateSizeHints"));
}

void handleMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (type == QtFatalMsg && message.contains(QLatin1String("platform plugin"))) {
        std::fputs(
            "[vitrine] there is no screen to open a window on; start it in a desktop session, or draw into "
            "a file with --capture FILE.png\n",
            stderr);
        std::fflush(nullptr);
        std::_Exit(1);
    }
    if (!isNoise(context, message) && g_before != nullptr) g_before(type, context, message);
}

}  // namespace

void preparePlatform(bool drawsWindow) {
    if (!drawsWindow && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    g_before = qInstallMessageHandler(handleMessage);
}

}  // namespace vitrine

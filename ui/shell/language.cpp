#include "ui/shell/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>

static void initTranslations() {
    Q_INIT_RESOURCE(translations);
}

namespace vitrine {

Language::Language(QObject* parent) : QObject(parent) {
    initTranslations();
}

Language::~Language() {
    for (auto& translator : m_translators) QCoreApplication::removeTranslator(translator.get());
}

QString Language::shortName(Code code) {
    return code == Code::Chinese ? QStringLiteral("zh") : QStringLiteral("en");
}

Language::Code Language::ofSystem() {
    return QLocale::system().language() == QLocale::Chinese ? Code::Chinese : Code::English;
}

void Language::set(Code code) {
    m_code = code;
    for (auto& translator : m_translators) QCoreApplication::removeTranslator(translator.get());
    m_translators.clear();
    QLocale::setDefault(code == Code::Chinese ? QLocale(QLocale::Chinese, QLocale::China)
                                              : QLocale(QLocale::English, QLocale::UnitedStates));
    const auto install = [this](const QString& file, const QString& folder) {
        auto translator = std::make_unique<QTranslator>();
        if (!translator->load(file, folder)) return;
        QCoreApplication::installTranslator(translator.get());
        m_translators.push_back(std::move(translator));
    };
    if (code == Code::Chinese) {
        install(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
        for (const QString& file :
             QDir(QStringLiteral(":/translations")).entryList({QStringLiteral("*_zh.qm")}))
            install(file, QStringLiteral(":/translations"));
    }
    Q_EMIT changed();
}

}  // namespace vitrine

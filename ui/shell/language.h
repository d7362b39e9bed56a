#pragma once

#include <QLocale>
#include <QObject>
#include <QStringList>
#include <QTranslator>
#include <memory>
#include <vector>

namespace vitrine {

/// The language of the window, switched while it runs. Strings are written in English in the sources; Chinese
/// comes from assets/translations, Qt's own dialogs from Qt's catalogues.
class Language : public QObject {
    Q_OBJECT
public:
    enum class Code { English, Chinese };
    Q_ENUM(Code)

    explicit Language(QObject* parent = nullptr);
    ~Language() override;

    Code code() const { return m_code; }
    /// Installs the translators; every widget then gets a LanguageChange event.
    void set(Code code);
    static QString shortName(Code code);  ///< "en", "zh"
    static Code ofSystem();               ///< Chinese when the desktop is, English otherwise

Q_SIGNALS:
    void changed();

private:
    Code m_code = Code::English;
    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

}  // namespace vitrine

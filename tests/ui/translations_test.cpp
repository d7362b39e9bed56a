// Every string of the window is in the catalogues, translated, and uses the glossary's terms.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <cerrno>
#include <system_error>

#include "tests/ui/engine_sentences.h"

namespace vitrine::testing {
namespace {

struct Message {
    QString context, source, translation, type;
};

QList<Message> readCatalogue(const QString& file) {
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        ADD_FAILURE() << file.toStdString() << " cannot be read";
        return {};
    }
    QXmlStreamReader xml(&in);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("name")) context = xml.readElementText();
        if (xml.name() == QLatin1String("source")) messages.append({context, xml.readElementText(), {}, {}});
        if (xml.name() == QLatin1String("translation")) {
            messages.last().type = xml.attributes().value(QLatin1String("type")).toString();
            messages.last().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    EXPECT_FALSE(xml.hasError()) << file.toStdString();
    return messages;
}

QList<Message> allMessages() {
    QList<Message> all;
    const QDir folder(QStringLiteral(VITRINE_SOURCE_DIR "/assets/translations"));
    for (const QString& file : folder.entryList({QStringLiteral("*_zh.ts")}))
        all += readCatalogue(folder.filePath(file));
    return all;
}

TEST(Translations, EveryStringIsTranslated) {
    const QList<Message> all = allMessages();
    EXPECT_GT(all.size(), 150);
    for (const Message& message : all) {
        EXPECT_TRUE(message.type.isEmpty())
            << message.type.toStdString() << ": " << message.context.toStdString() << " \""
            << message.source.toStdString() << '"';
        EXPECT_FALSE(message.translation.trimmed().isEmpty() && !message.source.trimmed().isEmpty())
            << message.context.toStdString() << " \"" << message.source.toStdString() << '"';
        static const QRegularExpression mark(QStringLiteral("%(\\d|n|L\\d)"));
        QSet<QString> marks, kept;
        for (auto i = mark.globalMatch(message.source); i.hasNext();) marks.insert(i.next().captured());
        for (auto i = mark.globalMatch(message.translation); i.hasNext();) kept.insert(i.next().captured());
        EXPECT_EQ(marks, kept) << "numbers are lost in \"" << message.translation.toStdString() << '"';
    }
}

TEST(Translations, CataloguesHoldEveryStringOfTheSources) {
    const QDir root(QStringLiteral(VITRINE_SOURCE_DIR));
    QTemporaryDir scratch;
    const QString file = scratch.filePath(QStringLiteral("all.ts"));
    QProcess lupdate;
    lupdate.setWorkingDirectory(root.path());
    lupdate.start(QStringLiteral(VITRINE_LUPDATE),
                  {"ui", "app", "-I", ".", "-ts", file, "-locations", "none", "-silent"});
    ASSERT_TRUE(lupdate.waitForFinished(120000)) << "lupdate: " << lupdate.errorString().toStdString();
    ASSERT_EQ(lupdate.exitCode(), 0) << lupdate.readAllStandardError().toStdString();
    QSet<std::pair<QString, QString>> known;
    for (const Message& message : allMessages()) known.insert({message.context, message.source});
    const QList<Message> sources = readCatalogue(file);
    EXPECT_GT(sources.size(), 150);
    for (const Message& message : sources)
        EXPECT_TRUE(known.contains({message.context, message.source}))
            << message.context.toStdString() << " \"" << message.source.toStdString()
            << "\" is in no catalogue; run assets/translations/update and translate it";
}

TEST(Translations, TermsAreThoseOfTheGlossary) {
    QFile in(QStringLiteral(VITRINE_SOURCE_DIR "/assets/glossary/terms.tsv"));
    ASSERT_TRUE(in.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(in.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_GT(lines.size(), 10);
    const QList<Message> all = allMessages();
    int uses = 0;
    for (const QString& line : lines.mid(1)) {
        const QStringList fields = line.split(QLatin1Char('\t'));
        ASSERT_EQ(fields.size(), 4) << line.toStdString();
        // Not the parts of a dotted name such as encoder.0.self.weights.
        const QRegularExpression term(QStringLiteral("(?<!\\w\\.)\\b%1(s|es|ies)?\\b(?!\\.\\w)")
                                          .arg(QRegularExpression::escape(fields[0])),
                                      QRegularExpression::CaseInsensitiveOption);
        for (const Message& message : all) {
            if (!term.match(message.source).hasMatch()) continue;
            ++uses;
            EXPECT_TRUE(message.translation.contains(fields[1], Qt::CaseInsensitive))
                << '"' << message.source.toStdString() << "\" says " << fields[0].toStdString()
                << ", expected " << fields[1].toStdString() << " in \"" << message.translation.toStdString()
                << '"';
        }
    }
    EXPECT_GT(uses, 20);
}

/// Words that the engine picks at run time: names of its own, of JSON types, and what the system says.
QSet<QString> wordsOfRunTime() {
    QSet<QString> words{"encoder", "decoder", "null",   "object", "array",
                        "string",  "boolean", "binary", "number", "discarded"};
    for (const int reason :
         {EPERM,  ENOENT, EIO,    ENXIO, ENOMEM, EACCES, EBUSY,        EEXIST,    EXDEV, ENOTDIR, EISDIR,
          EINVAL, ENFILE, EMFILE, EFBIG, ENOSPC, EROFS,  ENAMETOOLONG, ENOTEMPTY, ELOOP, EDQUOT})
        words.insert(QString::fromStdString(std::system_category().message(reason)));
    return words;
}

QSet<QString> sourcesIn(const QString& context) {
    QSet<QString> sources;
    for (const Message& message : allMessages())
        if (message.context == context) sources.insert(message.source);
    return sources;
}

TEST(Translations, EverySentenceOfTheEngineHasAnEntryAndNoEntryIsStale) {
    const QSet<QString> known = sourcesIn(QStringLiteral("engine"));
    QSet<QString> written = wordsOfRunTime();
    for (const auto& file : filesThatSpeak())
        for (const WrittenSentence& sentence : writtenSentences(file)) {
            EXPECT_TRUE(sentence.trouble.empty()) << sentence.where << ": " << sentence.trouble;
            written.insert(QString::fromStdString(sentence.pattern));
            EXPECT_TRUE(known.contains(QString::fromStdString(sentence.pattern)))
                << sentence.where << "\nadd to assets/translations/engine_zh.ts, context engine: <source>"
                << QString::fromStdString(sentence.pattern).toHtmlEscaped().toStdString() << "</source>";
        }
    EXPECT_GT(written.size(), 200);
    for (const QString& word : wordsOfRunTime()) EXPECT_TRUE(known.contains(word)) << word.toStdString();
    for (const QString& source : known)
        EXPECT_TRUE(written.contains(source))
            << "no source says \"" << source.toStdString() << "\" any more; take it out of engine_zh.ts";
}

TEST(Translations, EveryPlaceOfTheEngineHasAnEntryAndNoEntryIsStale) {
    const QSet<QString> known = sourcesIn(QStringLiteral("engine place"));
    QSet<QString> written;
    for (const auto& file : filesThatSpeak())
        for (const std::string& place : writtenPlaces(file)) {
            written.insert(QString::fromStdString(place));
            EXPECT_TRUE(known.contains(QString::fromStdString(place)))
                << '"' << place << "\" in " << file.string()
                << " is not in assets/translations/engine_zh.ts, context engine place";
        }
    EXPECT_GT(written.size(), 15);
    for (const QString& place : known) EXPECT_TRUE(written.contains(place)) << place.toStdString();
}

}  // namespace
}  // namespace vitrine::testing

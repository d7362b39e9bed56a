#include "ui/common/engine_sentence.h"

#include <QCoreApplication>
#include <QStringList>

namespace vitrine {
namespace {

QString fromEngine(const std::string& text) {
    return QString::fromStdString(text);
}

bool isHan(QChar c) {
    return c.script() == QChar::Script_Han;
}

/// Catalogues write "为 %1" with a space, as Chinese sets numbers and Latin words; before a Chinese argument
/// it goes.
void append(QString& out, const QString& argument) {
    const qsizetype size = out.size();
    if (size > 1 && out[size - 1] == QLatin1Char(' ') && isHan(out[size - 2]) && !argument.isEmpty() &&
        isHan(argument.front()))
        out.chop(1);
    out += argument;
}

/// One pass, because an argument may hold a percent sign of its own.
QString filled(const QString& pattern, const QStringList& arguments) {
    QString out;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != QLatin1Char('%')) {
            out += pattern[i];
            continue;
        }
        qsizetype end = i + 1;
        while (end < pattern.size() && pattern[end].isDigit()) ++end;
        if (end > i + 1) {
            append(out, arguments.value(pattern.mid(i + 1, end - i - 1).toInt() - 1));
            i = end - 1;
        } else {
            out += QLatin1Char('%');
            ++i;  // "%%"
        }
    }
    return out;
}

QString withPlace(const QString& text, const std::string& place) {
    if (place.empty()) return text;
    //: a sentence of the engine (%2) and the part of the engine or the file it comes from (%1)
    return QCoreApplication::translate("EngineSentence", "[%1] %2")
        .arg(QCoreApplication::translate("engine place", place.c_str()), text);
}

}  // namespace

QString sentenceText(const Sentence& sentence) {
    const QString plain = fromEngine(sentence.text);
    if (sentence.pattern.empty()) return plain;
    const QString pattern = QCoreApplication::translate("engine", sentence.pattern.c_str());
    bool translated = pattern != fromEngine(sentence.pattern);
    QStringList arguments;
    for (const Sentence& argument : sentence.arguments) {
        arguments << sentenceText(argument);
        translated = translated || arguments.back() != fromEngine(argument.text);
    }
    if (translated) return withPlace(filled(pattern, arguments), sentence.place);
    if (sentence.place.empty()) return plain;
    //: a sentence of the engine that is not translated, because only a fault of the program leads to it
    return QCoreApplication::translate("EngineSentence", "%1").arg(plain);
}

QString errorSentence(const std::exception& error) {
    return sentenceText(sentenceOf(error));
}

}  // namespace vitrine

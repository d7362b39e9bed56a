#include "ui/shell/caption.h"

#include <QCoreApplication>

#include "ui/common/token_text.h"

namespace vitrine {
namespace {

QString settingsText(const Decoding& d) {
    if (d.strategy == Strategy::Greedy)
        //: part of a figure's caption
        return QCoreApplication::translate("Caption", "Words: most probable");
    return QCoreApplication::translate("Caption",
                                       "Words: drawn, temperature %1, top-k %2, top-p %3, min-p %4, seed %5")
        .arg(numberText(d.temperature, 2),
             d.topK == 0 ? QCoreApplication::translate("Caption", "all") : QString::number(d.topK),
             numberText(d.topP, 2), numberText(d.minP, 2), QString::number(d.seed));
}

QString changesText(const Variant& variant, const LoadedModel* model) {
    QStringList parts;
    for (const auto& [step, token] : variant.forced)
        parts << QCoreApplication::translate("Caption", "“%1” forced at step %2")
                     .arg(model ? tokenText(model->target, token) : QString::number(token.value))
                     .arg(step.value + 1);
    for (const Intervention& item : variant.interventions) {
        QString where = QString::fromStdString(siteName(item.site));
        if (item.head >= 0) where += QCoreApplication::translate("Caption", ", head %1").arg(item.head + 1);
        parts << QCoreApplication::translate("Caption", "%1 changed").arg(where);
    }
    if (parts.isEmpty()) return QCoreApplication::translate("Caption", "Changes: none");
    return QCoreApplication::translate("Caption", "Changes: %1")
        .arg(parts.join(QCoreApplication::translate("Caption", "; ")));
}

}  // namespace

QString captionOf(const Figure& figure, const Experiment& experiment, const EngineBridge& bridge) {
    QString first = figure.title();
    if (const QString detail = figure.detail(); !detail.isEmpty())
        first = QCoreApplication::translate("Caption", "%1: %2").arg(first, detail);
    QStringList lines{QCoreApplication::translate("Caption", "%1.").arg(first)};
    if (const auto& answer = bridge.answer()) {
        const std::size_t written = answer->question.prefix.size();
        lines << QCoreApplication::translate("Caption",
                                             "Model %1, step %2 of %3. Input: %4. Written so far: %5")
                     .arg(QString::fromStdString(answer->question.model->name))
                     .arg(written + 1)
                     .arg(experiment.lastStep() + 1)
                     .arg(QString::fromStdString(answer->question.source),
                          written == 0 ? QCoreApplication::translate("Caption", "nothing")
                                       : QString::fromStdString(answer->analysis.text));
    }
    lines << QCoreApplication::translate("Caption", "%1. %2. Vitrine %3")
                 .arg(settingsText(experiment.variant().decoding),
                      changesText(experiment.variant(), bridge.model().get()),
                      QCoreApplication::applicationVersion());
    return lines.join(QLatin1Char('\n'));
}

}  // namespace vitrine

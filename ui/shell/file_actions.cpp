#include "ui/shell/file_actions.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSaveFile>

#include "ui/common/engine_sentence.h"
#include "ui/shell/caption.h"

namespace vitrine {
namespace {

constexpr qint64 kMaxStateBytes = 1 << 20;

}  // namespace

ExperimentState readStateFile(const QString& file, const std::filesystem::path& modelRoot) {
    QFile in(file);
    require(in.open(QIODevice::ReadOnly), "saved state", "the file ", file.toStdString(),
            " could not be read (", Wording{in.errorString().toStdString()}, "); check its name");
    require(in.size() <= kMaxStateBytes, "saved state", "the file has ", in.size(),
            " bytes, expected at most ", kMaxStateBytes);
    ExperimentState state = stateFromJson(in.readAll().toStdString());
    state.modelFolder = modelFolder(modelRoot, state.modelFolder).string();
    return state;
}

void writeStateFile(const QString& file, const ExperimentState& state,
                    const std::filesystem::path& modelRoot) {
    ExperimentState portable = state;
    const std::filesystem::path folder = state.modelFolder;
    if (folder.parent_path() == modelRoot) portable.modelFolder = folder.filename().string();
    const QByteArray bytes = QByteArray::fromStdString(stateToJson(portable));
    QSaveFile out(file);
    require(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit(), "saved state",
            "the file ", file.toStdString(), " could not be written (",
            Wording{out.errorString().toStdString()}, "); choose another folder");
}

void FileActions::complain(const QString& what, const std::exception& error) {
    QMessageBox::warning(m_window, tr("Vitrine"), what + QLatin1Char('\n') + errorSentence(error));
}

void FileActions::complain(const std::exception& error) {
    complain(tr("The file could not be opened."), error);
}

void FileActions::open() {
    const QString file = QFileDialog::getOpenFileName(m_window, tr("Open a saved state"), QString(),
                                                      tr("Vitrine states (*.json)"));
    if (!file.isEmpty()) openFile(file);
}

void FileActions::openFile(const QString& file) {
    try {
        m_app.experiment.replaceState(readStateFile(file, m_app.modelRoot));
        m_file = file;
    } catch (const std::exception& error) {
        complain(tr("The file could not be opened."), error);
    }
}

void FileActions::save() {
    QString file =
        QFileDialog::getSaveFileName(m_window, tr("Save this state"), m_file, tr("Vitrine states (*.json)"));
    if (file.isEmpty()) return;
    if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".json");
    try {
        writeStateFile(file, m_app.experiment.state(), m_app.modelRoot);
        m_file = file;
    } catch (const std::exception& error) {
        complain(tr("The file could not be saved."), error);
    }
}

void FileActions::exportView(View* view) {
    const QString filters = tr("Vector figure (*.svg)") + QStringLiteral(";;") + tr("PDF page (*.pdf)") +
                            QStringLiteral(";;") + tr("Picture (*.png)") + QStringLiteral(";;") +
                            tr("Table of numbers (*.csv)") + QStringLiteral(";;") + tr("NumPy array (*.npy)");
    QString chosen;
    QString file = QFileDialog::getSaveFileName(m_window, tr("Export: %1").arg(view->title()),
                                                view->id() + QStringLiteral(".svg"), filters, &chosen);
    if (file.isEmpty()) return;
    if (QFileInfo(file).suffix().isEmpty())
        file += chosen.mid(chosen.lastIndexOf(QLatin1Char('.'))).chopped(1);
    try {
        exportFigure(*view, captionOf(*view, m_app.experiment, m_app.bridge), file,
                     m_app.theme.colors().surface, m_app.theme.colors().text);
    } catch (const std::exception& error) {
        complain(tr("The figure could not be exported."), error);
    }
}

}  // namespace vitrine

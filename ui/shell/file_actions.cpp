#include "ui/shell/file_actions.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>

#include "ui/bridge/state_check.h"
#include "ui/common/engine_sentence.h"
#include "ui/common/whole_file.h"
#include "ui/shell/caption.h"

namespace vitrine {
namespace {

constexpr qint64 kMaxStateBytes = 1 << 20;
constexpr auto kFolderKey = "files/folder";

/// "Picture (*.png)" -> "png"
QString suffixOf(const QString& filter) {
    return filter.mid(filter.lastIndexOf(QLatin1Char('.')) + 1).chopped(1);
}

}  // namespace

ExperimentState readStateFile(const QString& file, const std::filesystem::path& modelRoot) {
    const QFileInfo info(file);
    require(!info.isDir(), "saved state", file.toStdString(), " is a folder, expected a file");
    require(info.isFile() || !info.exists(), "saved state", file.toStdString(),
            " is a device or a pipe, expected a file");
    QFile in(file);
    // The reason is known only after the attempt, and arguments are evaluated in any order.
    const bool open = in.open(QIODevice::ReadOnly);
    require(open, "saved state", "the file ", file.toStdString(), " could not be read (",
            Wording{in.errorString().toStdString()}, "); check its name");
    require(in.size() <= kMaxStateBytes, "saved state", "the file has ", in.size(),
            " bytes, expected at most ", kMaxStateBytes);
    ExperimentState state = stateFromJson(in.read(kMaxStateBytes).toStdString());
    state.modelFolder = modelFolder(modelRoot, state.modelFolder).string();
    return state;
}

void writeStateFile(const QString& file, const ExperimentState& state,
                    const std::filesystem::path& modelRoot) {
    ExperimentState portable = state;
    const std::filesystem::path folder = state.modelFolder;
    if (folder.parent_path() == modelRoot) portable.modelFolder = folder.filename().string();
    const QByteArray bytes = QByteArray::fromStdString(stateToJson(portable));
    const QString reason = writeWholeFile(file, bytes);
    require(reason.isEmpty(), "saved state", "the file ", file.toStdString(), " could not be written (",
            Wording{reason.toStdString()}, "); choose another folder");
}

void FileActions::complain(const QString& what, const std::exception& error) {
    QMessageBox::warning(m_window, tr("Vitrine"), what + QLatin1Char('\n') + errorSentence(error));
}

void FileActions::complain(const std::exception& error) {
    complain(tr("The file could not be opened."), error);
}

QString FileActions::folder() const {
    QString wanted = m_folder;
    if (wanted.isEmpty() && m_app.remember) wanted = QSettings().value(QLatin1String(kFolderKey)).toString();
    if (!wanted.isEmpty() && QFileInfo(wanted).isDir()) return wanted;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

void FileActions::noteFolder(const QString& file) {
    m_folder = QFileInfo(file).absolutePath();
    if (m_app.remember) QSettings().setValue(QLatin1String(kFolderKey), m_folder);
}

QString FileActions::askWhereToWrite(const QString& title, const QString& name, const QStringList& filters) {
    QFileDialog dialog(m_window, title, folder());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    // Added by the dialog, which asks before it replaces the file of that name.
    dialog.setDefaultSuffix(suffixOf(filters.front()));
    dialog.selectFile(name);
    connect(&dialog, &QFileDialog::filterSelected, &dialog,
            [&dialog](const QString& filter) { dialog.setDefaultSuffix(suffixOf(filter)); });
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

void FileActions::open() {
    const QString file = QFileDialog::getOpenFileName(m_window, tr("Open a saved state"), folder(),
                                                      tr("Vitrine states (*.json)"));
    if (!file.isEmpty()) openFile(file);
}

void FileActions::openFile(const QString& file) {
    try {
        const ExperimentState state = readStateFile(file, m_app.modelRoot);
        checkState(state, m_app.bridge.storiesOf(state));
        m_app.experiment.replaceState(state);
        m_file = file;
        noteFolder(file);
    } catch (const std::exception& error) {
        complain(tr("The file could not be opened."), error);
    }
}

void FileActions::save() {
    const QString name = m_file.isEmpty() ? QStringLiteral("vitrine.json") : QFileInfo(m_file).fileName();
    const QString file = askWhereToWrite(tr("Save this state"), name, {tr("Vitrine states (*.json)")});
    if (!file.isEmpty()) saveFile(file);
}

/// The state as it can be opened again. What cannot be translated now is saved as it is.
ExperimentState FileActions::reachedState() const {
    const ExperimentState state = m_app.experiment.state();
    try {
        return withinReach(state, m_app.bridge.storiesOf(state));
    } catch (const Error&) {
        return state;
    }
}

void FileActions::saveFile(const QString& file) {
    try {
        writeStateFile(file, reachedState(), m_app.modelRoot);
        m_file = file;
        noteFolder(file);
        Q_EMIT written({file});
    } catch (const std::exception& error) {
        complain(tr("The file could not be saved."), error);
    }
}

void FileActions::exportView(View* view) {
    const QStringList filters{tr("Vector figure (*.svg)"), tr("PDF page (*.pdf)"), tr("Picture (*.png)"),
                              tr("Table of numbers (*.csv)"), tr("NumPy array (*.npy)")};
    const QString file =
        askWhereToWrite(tr("Export: %1").arg(view->title()), view->id() + QStringLiteral(".svg"), filters);
    if (file.isEmpty()) return;
    try {
        const QStringList files = exportFigure(*view, captionOf(*view, m_app.experiment, m_app.bridge), file,
                                               m_app.theme.colors().surface, m_app.theme.colors().text);
        noteFolder(file);
        Q_EMIT written(files);
    } catch (const std::exception& error) {
        complain(tr("The figure could not be exported."), error);
    }
}

}  // namespace vitrine

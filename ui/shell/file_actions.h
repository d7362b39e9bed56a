#pragma once

#include <QString>
#include <QWidget>

#include "ui/shell/app_context.h"

namespace vitrine {

/// Reads a saved state; models are named relative to the root. Throws Error with one sentence.
ExperimentState readStateFile(const QString& file, const std::filesystem::path& modelRoot);
/// Writes one, whole or not at all. Throws Error.
void writeStateFile(const QString& file, const ExperimentState& state,
                    const std::filesystem::path& modelRoot);

/// Dialogs around those and around figures; failures are shown as a sentence.
class FileActions : public QObject {
    Q_OBJECT
public:
    FileActions(AppContext& app, QWidget* window) : QObject(window), m_app(app), m_window(window) {}

    void open();
    void openFile(const QString& file);
    void saveFile(const QString& file);
    void save();
    void exportView(View* view);
    /// Shows why a file given at the start could not be opened.
    void complain(const std::exception& error);

Q_SIGNALS:
    /// A file is written; several when a view has several tables.
    void written(const QStringList& files);

private:
    void complain(const QString& what, const std::exception& error);
    /// The folder the last file was in, this time or before; the person's documents at first.
    QString folder() const;
    void noteFolder(const QString& file);
    ExperimentState reachedState() const;
    QString askWhereToWrite(const QString& title, const QString& name, const QStringList& filters);

    AppContext& m_app;
    QWidget* m_window;
    QString m_file, m_folder;
};

}  // namespace vitrine

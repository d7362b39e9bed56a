#pragma once

#include <QByteArray>
#include <QString>

namespace vitrine {

/// Writes a file whole or not at all: what was there stays until the new bytes are on the disk. Returns why
/// that failed, in the language of the window, and nothing when it did not.
QString writeWholeFile(const QString& file, const QByteArray& bytes);

}  // namespace vitrine

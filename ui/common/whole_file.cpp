#include "ui/common/whole_file.h"

#include <QSaveFile>

namespace vitrine {

QString writeWholeFile(const QString& file, const QByteArray& bytes) {
    QSaveFile out(file);
    // commit() does not notice that a full disk refused what was still buffered; flush() does.
    if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.flush() && out.commit())
        return {};
    return out.errorString();
}

}  // namespace vitrine

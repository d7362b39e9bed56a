#pragma once

#include <QUrl>
#include <optional>

#include "ui/common/selection.h"

namespace vitrine {

/// A place as the address of a link in the inspector: "locus:decoder.0.cross.weights?head=1&row=2&column=3",
/// with "&parameter=decoder.0.cross.query.weight&parameterRow=4" for a trained number.
QUrl linkTo(const Locus& locus);
/// Nothing when the address is no place.
std::optional<Locus> locusOf(const QUrl& link);

}  // namespace vitrine

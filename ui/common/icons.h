#pragma once

#include <QIcon>

#include "ui/common/theme.h"

namespace vitrine {

/// An icon of assets/icons by name ("play"), drawn in the theme's text colours; crisp at any scale.
QIcon themedIcon(const Theme& theme, const char* name);

}  // namespace vitrine

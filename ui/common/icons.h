#pragma once

#include <QIcon>
#include <QSize>

#include "ui/common/theme.h"

namespace vitrine {

/// An icon of assets/icons by name ("play"), drawn in the theme's text colours; crisp at any scale.
QIcon themedIcon(const Theme& theme, const char* name);
/// px of an icon in a control, and of one in the rail; they grow with the text.
QSize iconSize(const Theme& theme);
QSize railIconSize(const Theme& theme);

}  // namespace vitrine

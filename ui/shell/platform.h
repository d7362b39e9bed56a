#pragma once

namespace vitrine {

/// To be called before the application is made: what draws no window needs no screen, and a screen that is
/// not there is said in one sentence (exit code 1) instead of an abort.
void preparePlatform(bool drawsWindow);

}  // namespace vitrine

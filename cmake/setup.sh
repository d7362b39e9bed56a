# Shared by ./run and ./test: what a bare Debian 12 or Ubuntu 24.04 needs, and how the tree is built.
# Progress goes to standard error, so that a command's own output stays clean.

ENGINE_PACKAGES=(libdnnl-dev libeigen3-dev libicu-dev nlohmann-json3-dev libcli11-dev)
WINDOW_PACKAGES=(qt6-base-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-svg-dev
  libgl1-mesa-dev qt6-translations-l10n fonts-noto-cjk)
TEST_PACKAGES=(libgtest-dev libgmock-dev git)

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }

on_stderr() { "$@" >&2; }

# Runs a command without its output; when it fails, shows the end of that and returns its status.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  [ $status -eq 0 ] || tail -n 60 "$log" >&2
  rm -f "$log"
  return $status
}

# Installs the packages that are not there yet; says which, and how to do it by hand when it cannot.
install_missing() {
  command -v dpkg-query >/dev/null || { say "This script knows Debian and Ubuntu only; install by hand: $*"; return; }
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { say "Missing packages; as root run: apt-get install ${missing[*]}"; exit 1; }
    sudo=(sudo)
  fi
  say "Installing ${missing[*]}"
  if ! quietly "${sudo[@]}" apt-get update -qq ||
    ! quietly "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${missing[@]}"; then
    say "apt-get could not install: ${missing[*]}"
    exit 1
  fi
}

# configure PRESET [cmake option...]; quiet unless it fails.
configure() {
  quietly cmake --preset "$@" || { say "Configuring '$1' failed"; exit 1; }
}

# build PRESET [target...]; on a terminal with ninja's one line of progress, elsewhere quiet unless it fails.
build() {
  local preset=$1 how=quietly
  shift
  [ -t 2 ] && how=on_stderr
  say "Building ($preset)"
  "$how" cmake --build --preset "$preset" ${1:+--target "$@"} || { say "Building '$preset' failed"; exit 1; }
}

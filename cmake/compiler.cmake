# One set of flags for the whole tree: Eigen's alignment depends on -march, so mixed flags would break the ABI.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(VITRINE_NATIVE "Compile for this machine's instruction set" ON)
option(VITRINE_WERROR "Warnings are errors (CI)" OFF)
set(VITRINE_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")

add_compile_options(-Wall -Wextra -Wpedantic)
if(VITRINE_NATIVE)
  add_compile_options(-march=native)
endif()
if(VITRINE_WERROR)
  # g++ 12 reports a false -Wrestrict on string concatenation at -O3.
  add_compile_options(-Werror $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
endif()
if(VITRINE_SANITIZE)
  add_compile_options(-fsanitize=${VITRINE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${VITRINE_SANITIZE})
endif()

if(VITRINE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# vitrine_rung(NAME [USES rung...] [LINKS library...] SOURCES file...)
#
# Declares one rung of the engine's ladder as the target vitrine_NAME. A rung may use only rungs below it
# (the ladder is written in CONTRIBUTING.md; tests/ladder checks every #include line).
function(vitrine_rung name)
  cmake_parse_arguments(RUNG "" "" "USES;LINKS;SOURCES" ${ARGN})
  list(TRANSFORM RUNG_USES PREPEND vitrine_)
  if(RUNG_SOURCES)
    add_library(vitrine_${name} STATIC ${RUNG_SOURCES})
    target_include_directories(vitrine_${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(vitrine_${name} PUBLIC ${RUNG_USES} PRIVATE ${RUNG_LINKS})
  else()
    add_library(vitrine_${name} INTERFACE)
    target_include_directories(vitrine_${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(vitrine_${name} INTERFACE ${RUNG_USES} ${RUNG_LINKS})
  endif()
endfunction()

# vitrine_test(NAME [LINKS target...] SOURCES file...): a GoogleTest program whose cases ctest runs as one test.
function(vitrine_test name)
  cmake_parse_arguments(TEST "" "" "LINKS;SOURCES" ${ARGN})
  add_executable(test_${name} ${TEST_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${TEST_LINKS} GTest::gmock_main)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(test_${name} PRIVATE VITRINE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT GOMP_SPINCOUNT=10000)  # two tests at a time share the cores
endfunction()

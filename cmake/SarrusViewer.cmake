# The viewer in the browser: one page, made from viewer/ by node and npm beside the compilation of the library, which
# carries it as it is. Without node, npm or the network everything else is built, and writing pages is refused with a
# message that says what is missing.

# sarrus_add_viewer_page(<objects>): an object library with viewer_template() of sarrus/view/internal/template.h.
function(sarrus_add_viewer_page objects)
  set(source_dir ${PROJECT_SOURCE_DIR}/viewer)
  find_program(NODE node)
  find_program(NPM npm)
  set(page_source viewer_template_absent.cpp)
  if(SARRUS_BUILD_VIEWER AND NODE AND NPM AND EXISTS ${source_dir}/build.mjs)
    set(page_source viewer_template.cpp)
    set(page_dir ${PROJECT_BINARY_DIR}/viewer)
    file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${source_dir}/src/*)
    file(GLOB viewer_files CONFIGURE_DEPENDS ${source_dir}/*.json ${source_dir}/*.mjs ${source_dir}/*.html)
    # The mark is missing where the page could not be built: then the next build tries again.
    add_custom_command(
      OUTPUT ${page_dir}/built
      BYPRODUCTS ${page_dir}/viewer.html
      COMMAND ${CMAKE_COMMAND} -D NODE=${NODE} -D NPM=${NPM} -D SOURCE_DIR=${source_dir} -D OUT_DIR=${page_dir}
              -P ${PROJECT_SOURCE_DIR}/cmake/build_viewer.cmake
      DEPENDS ${viewer_sources} ${viewer_files} ${PROJECT_SOURCE_DIR}/cmake/build_viewer.cmake
      COMMENT "Building the viewer"
      VERBATIM)
    set_source_files_properties(${page_source} PROPERTIES
      OBJECT_DEPENDS ${page_dir}/built
      COMPILE_DEFINITIONS SARRUS_VIEWER_PAGE="${page_dir}/viewer.html")
  endif()
  add_library(${objects} OBJECT ${page_source})
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE "${BUILD_SHARED_LIBS}")
  # The assembler reads the page, which a cache of compilations does not know: it would give the page of an earlier build.
  set_target_properties(${objects} PROPERTIES CXX_COMPILER_LAUNCHER "")
  target_link_libraries(${objects} PRIVATE sarrus::usage)
  sarrus_set_compile_flags(${objects})
endfunction()

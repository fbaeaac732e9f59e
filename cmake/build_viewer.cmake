# Makes OUT_DIR/viewer.html from the viewer in SOURCE_DIR, and the mark OUT_DIR/built. Where npm cannot get the packages,
# without a network for example, the page is empty, there is no mark, and a warning says why.

# run(<what> <command>...) in the viewer's folder; leaves an empty page if it fails.
function(run what)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SOURCE_DIR} RESULT_VARIABLE status
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    file(WRITE ${OUT_DIR}/viewer.html "")
    message("${output}")
    message("The viewer is left out of the library, because ${what} failed; everything else works.")
    set(failed TRUE PARENT_SCOPE)
  endif()
endfunction()

file(MAKE_DIRECTORY ${OUT_DIR})
file(REMOVE ${OUT_DIR}/built)
set(failed FALSE)

# npm leaves a copy of the lock file among the packages that it has installed.
if(${SOURCE_DIR}/package-lock.json IS_NEWER_THAN ${SOURCE_DIR}/node_modules/.package-lock.json)
  run("'npm ci' in ${SOURCE_DIR}" ${NPM} ci --no-audit --no-fund)
endif()
if(NOT failed)
  run("'node build.mjs' in ${SOURCE_DIR}" ${NODE} build.mjs ${OUT_DIR})
endif()
if(NOT failed)
  file(TOUCH ${OUT_DIR}/built)
endif()

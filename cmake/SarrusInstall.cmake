include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Installs headers, libraries and the files by which find_package(sarrus) finds them.
function(sarrus_install_package)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sarrus)
  get_property(modules GLOBAL PROPERTY sarrus_modules)

  install(DIRECTORY ${PROJECT_SOURCE_DIR}/sarrus DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.h" PATTERN internal EXCLUDE)
  install(TARGETS sarrus_usage sarrus_native sarrus ${modules} EXPORT sarrusTargets)
  install(EXPORT sarrusTargets NAMESPACE sarrus:: DESTINATION ${package_dir})

  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sarrusConfig.cmake.in
                                ${PROJECT_BINARY_DIR}/sarrusConfig.cmake
                                INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/sarrusConfigVersion.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/sarrusConfig.cmake ${PROJECT_BINARY_DIR}/sarrusConfigVersion.cmake
          DESTINATION ${package_dir})
endfunction()

#include "sarrus/format/find_mesh.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace sarrus {

namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// The folders of an environment variable, separated by colons.
Array<std::string> folders_of(const char* variable) {
  Array<std::string> folders;
  const char* value = std::getenv(variable);
  std::string_view rest = value != nullptr ? value : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (!folder.empty()) folders.emplace_back(folder);
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  return folders;
}

/// "package://PACKAGE/inside": folder/PACKAGE/inside, or folder/inside if the folder is the package.
fs::path in_package_folder(const fs::path& folder, const std::string& package, const std::string& inside) {
  if (is_file(folder / package / inside)) return folder / package / inside;
  if (folder.filename() == package && is_file(folder / inside)) return folder / inside;
  return {};
}

std::string find_in_package(std::string_view name, const fs::path& model_folder,
                            const Array<std::string>& folders) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  const std::string package(name.substr(0, slash)), inside(name.substr(std::min(slash + 1, name.size())));
  Array<fs::path> candidates;
  for (fs::path folder = model_folder; candidates.empty() || candidates.back() != folder;
       folder = folder.parent_path())
    candidates.push_back(folder);
  candidates.insert(candidates.end(), folders.begin(), folders.end());
  for (const std::string& folder : folders_of("ROS_PACKAGE_PATH")) candidates.emplace_back(folder);
  for (const fs::path& folder : candidates)
    if (const fs::path found = in_package_folder(folder, package, inside); !found.empty())
      return found.string();
  return {};
}

}  // namespace

std::string find_mesh(const std::string& name, const std::string& model_file,
                      const Array<std::string>& folders) {
  const fs::path model_folder =
      model_file.empty() ? fs::current_path() : fs::absolute(model_file).parent_path();
  const std::string_view text = name;
  for (const std::string_view scheme : {"package://", "model://"})
    if (text.starts_with(scheme)) return find_in_package(text.substr(scheme.size()), model_folder, folders);
  const fs::path path(text.starts_with("file://") ? text.substr(7) : text);
  if (is_file(model_folder / path))
    return (model_folder / path).string();  // an absolute path replaces the folder
  for (const std::string& folder : folders)
    if (is_file(fs::path(folder) / path)) return (fs::path(folder) / path).string();
  return {};
}

}  // namespace sarrus

#include "sarrus/format/load_model.h"

#include <algorithm>

#include "sarrus/base/file.h"
#include "sarrus/format/urdf/urdf.h"

namespace sarrus {

namespace {

struct Reader {
  std::string_view ending, format;
  LoadedModel (*read)(std::string_view text, const std::string& file, const LoadOptions& options);
};

/// The list of all formats. To add one: a folder with its reader, and a line here.
constexpr Reader readers[] = {{".urdf", "URDF", read_urdf_text}, {".xml", "URDF", read_urdf_text}};

const Reader* find_reader(std::string_view path) {
  const auto found = std::find_if(std::begin(readers), std::end(readers),
                                  [&](const Reader& reader) { return path.ends_with(reader.ending); });
  return found == std::end(readers) ? nullptr : found;
}

}  // namespace

void require_model_ending(const std::string& path) {
  std::string known;
  for (const Reader& reader : readers)
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", reader.ending, reader.format);
  require(find_reader(path) != nullptr, "'{}' is no model file: its name must end in one of {}", path, known);
}

LoadedModel load_model(const std::string& path, const LoadOptions& options) {
  require_model_ending(path);
  return load_model_text(read_file(path), path, options);
}

LoadedModel load_model_text(std::string_view text, const std::string& file, const LoadOptions& options) {
  const Reader* reader = find_reader(file);
  return (reader != nullptr ? *reader : readers[0]).read(text, file, options);
}

}  // namespace sarrus

#include "apps/sarrus/model_file.h"

#include <fmt/format.h>

#include "apps/sarrus/standard_streams.h"
#include "sarrus/format/load_model.h"

namespace sarrus {

void add_model_options(Command& command, ModelFile& file) {
  LoadOptions& options = file.options;
  command.argument("MODEL", "the model: a URDF file, or - for standard input", file.path)
      .option("--base", "fixed|free", "how the root link is attached to the world (default: fixed)",
              [&options](const std::string& base) {
                require_usage(base == "fixed" || base == "free", "--base {}: give fixed or free", base);
                options.base = base == "free" ? RootJoint::free : RootJoint::fixed;
              })
      .flag("--merge-fixed", "merge links on fixed joints into the bodies they are fixed on",
            [&options] { options.fixed_joints = FixedJoints::merge; })
      .flag("--weld-massless", "weld moving joints that carry no mass instead of refusing the model",
            [&options] { options.massless_ends = MasslessEnds::weld; })
      .flag("--strict-inertia", "refuse physically impossible inertias instead of repairing them",
            [&options] { options.unreal_inertia = UnrealInertia::refuse; });
}

LoadedModel load(const ModelFile& file) {
  if (!is_standard_stream(file.path) && !file.path.starts_with("/dev/")) require_model_ending(file.path);
  return load_model_text(read_input(file.path), input_name(file.path), file.options);
}

std::string warnings(const LoadReport& report) {
  constexpr std::size_t most = 3;
  const Array<LoadNote> notes = report.warnings();
  std::string text;
  for (std::size_t i = 0; i < std::min(most, notes.size()); ++i)
    text += fmt::format("note: {} (line {}): {}\n", notes[i].where, notes[i].line, notes[i].text);
  if (notes.size() > most)
    text += fmt::format("note: {} more of the kind; `sarrus inspect` lists them\n", notes.size() - most);
  return text;
}

}  // namespace sarrus

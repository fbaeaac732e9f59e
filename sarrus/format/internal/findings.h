#pragma once
/// @file
/// Findings of a reader of model files: faults, for which a file is refused, and notes, which go into the
/// report.

#include <fmt/format.h>

#include "sarrus/base/array.h"
#include "sarrus/format/load_report.h"

namespace sarrus::internal {

/// Collects faults and notes of one file.
class Findings {
 public:
  explicit Findings(std::string file) : report_{std::move(file)} {}

  /// Adds a fault at a line. A file with very many faults is refused at once.
  template <class... Args>
  void fault(int line, fmt::format_string<Args...> text, Args&&... args) {
    add_fault(line, fmt::format(text, std::forward<Args>(args)...));
  }
  /// Adds a note at a line. A file with very many notes is refused: it is not a robot.
  void note(NoteKind kind, int line, std::string where, std::string text) {
    add_note({kind, line, std::move(where), std::move(text)});
  }
  /// Adds a note on a change that makes results differ from those of the file as written.
  void note_alteration(int line, std::string where, std::string text) {
    add_note({NoteKind::changed, line, std::move(where), std::move(text), true});
  }

  bool has_faults() const { return !faults_.empty(); }
  /// Throws an Error that lists the faults, if there are any.
  void require_no_faults() const;
  const std::string& file() const { return report_.file; }
  /// The notes, in the order of the file.
  LoadReport report() const;

 private:
  void add_fault(int line, const std::string& text);
  void add_note(LoadNote note);

  LoadReport report_;
  struct Fault {
    int line;
    std::string text;
  };
  Array<Fault> faults_;
};

/// Like suggestion() of base/names.h, for names of any length: long ones get no suggestion.
std::string suggest(const std::string& name, const Array<std::string>& candidates);

}  // namespace sarrus::internal

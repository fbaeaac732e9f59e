#pragma once
/// @file
/// The report of a reader of model files: everything that it did not use exactly as written.

#include <iosfwd>
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// The treatment of something in a file.
enum class NoteKind {
  changed,   ///< Used with another value: an axis scaled to length one, an inertia repaired.
  data,      ///< Kept as data next to the model, without effect on it.
  ignored,   ///< Not kept.
  doubtful,  ///< Used as written, although it looks like a mistake: degrees instead of radians.
};

/// A note on something that was not used exactly as written.
struct LoadNote {
  NoteKind kind = NoteKind::ignored;
  int line = 0;
  std::string where;    ///< The element that it is about: "joint 'elbow'".
  std::string text;     ///< What was done, without the place, so that equal texts can be grouped.
  bool alters = false;  ///< True if results differ from those of the file as written.
};

/// All notes on a file, in the order of the file.
struct LoadReport {
  std::string file;
  Array<LoadNote> notes{};

  int count(NoteKind kind) const;
  /// The notes that users should see: those on changes that make results differ from those of the file as
  /// written (repaired inertias, welded joints), and on what looks like a mistake.
  Array<LoadNote> warnings() const;
};

/// Prints a readable list: notes of the same text in one line, with their places.
std::ostream& operator<<(std::ostream& out, const LoadReport& report);

}  // namespace sarrus

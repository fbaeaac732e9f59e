#pragma once
/// @file
/// What a reader of model files did with everything that it could not take as it stands.

#include <iosfwd>
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// How something in a file was treated.
enum class NoteKind {
  changed,   ///< Taken with another value: an axis scaled to length one, an inertia repaired.
  data,      ///< Kept beside the model, where nothing acts on it.
  ignored,   ///< Not kept.
  doubtful,  ///< Taken as it stands, though it looks like a slip: degrees where radians are meant.
};

/// One thing that was not taken as it stands.
struct LoadNote {
  NoteKind kind = NoteKind::ignored;
  int line = 0;
  std::string where;    ///< Whose it is: "joint 'elbow'".
  std::string text;     ///< What was done, in words that say nothing about where.
  bool alters = false;  ///< Whether what is computed differs from what the file describes.
};

/// Everything in a file that the model does not show as it was written, in the order of the file.
struct LoadReport {
  std::string file;
  Array<LoadNote> notes{};

  int count(NoteKind kind) const;
  /// The notes on what makes results differ from those of the file as it was written: repaired inertias,
  /// welded joints, and what looks like a slip.
  Array<LoadNote> warnings() const;
};

/// A readable list: notes of the same text in one line, with the places.
std::ostream& operator<<(std::ostream& out, const LoadReport& report);

}  // namespace sarrus

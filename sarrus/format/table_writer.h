#pragma once
/// @file
#include <memory>
#include <span>
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// Writes a table to a file row by row, in little memory: rows go to the disk as they come. The file takes
/// its name when it is complete; until then an earlier one of that name stays as it was.
///
///     TableWriter writer("motion.csv", "arm", {"time", "elbow"});
///     options.report = [&](const State& s) { writer.add_row({s.time(), s.q(0)}); };
///     …
///     writer.complete();
class TableWriter {
 public:
  /// The ending of the name, .csv, .npz or .sto, says how. Throws an Error where the file cannot be written:
  /// to be asked before a long computation.
  TableWriter(const std::string& path, std::string title, Array<std::string> names);
  /// A table that was not completed is removed.
  ~TableWriter();

  /// Throws an Error where a row has the wrong size or cannot be written; the rows before can be completed.
  void add_row(std::span<const double> row);
  void add_row(const Array<double>& row) { add_row(std::span(row)); }
  std::size_t rows() const { return rows_; }
  /// Gives the file its name.
  void complete();
  /// After an Error: leaves the rows that could be written where they lie and returns where that is; empty:
  /// nowhere. Rows for .npz and .sto lie in a file NAME.rows, one after the other as numbers of 8 bytes:
  /// numpy.fromfile(path).reshape(-1, columns).
  std::string keep_part();

 private:
  class Format;
  class Csv;
  class Spooled;
  class Sto;
  class Npz;
  static std::unique_ptr<Format> make_format(const std::string& path, std::string title,
                                             Array<std::string> names);

  std::size_t columns_, rows_ = 0;
  std::unique_ptr<Format> format_;
};

}  // namespace sarrus

#pragma once
/// @file
#include <memory>
#include <span>
#include <string>

#include "sarrus/base/number_table.h"

namespace sarrus {

/// Writes a table to a file row by row, in little memory: rows go to the disk as they come. The file gets its
/// name when it is complete; until then an existing file of that name is unchanged.
///
///     TableWriter writer("motion.csv", "arm", {"time", "elbow"});
///     options.report = [&](const State& s) { writer.add_row({s.time(), s.q(0)}); };
///     …
///     writer.complete();
class TableWriter {
 public:
  /// The extension of the name, .csv, .npz or .sto, determines the format. Throws an Error if the file cannot
  /// be written; construct it before a long computation.
  TableWriter(const std::string& path, std::string title, Array<std::string> names,
              Array<TableProperty> properties = {});
  /// Removes a table that was not completed.
  ~TableWriter();

  /// Throws an Error if a row has the wrong size or cannot be written; the table can still be completed with
  /// the rows before it.
  void add_row(std::span<const double> row);
  void add_row(const Array<double>& row) { add_row(std::span(row)); }
  std::size_t rows() const { return rows_; }
  /// Completes the file and gives it its name.
  void complete();
  /// After an Error: keeps the file with the rows that could be written and returns its path; empty: there is
  /// none. Rows for .npz and .sto are in a file NAME.XXXXXXXX.rows (X a hexadecimal digit), one after the
  /// other as numbers of 8 bytes: numpy.fromfile(path).reshape(-1, columns).
  std::string keep_part();

 private:
  class Format;
  class Csv;
  class Spooled;
  class Sto;
  class Npz;
  static std::unique_ptr<Format> make_format(const std::string& path, NumberTable empty);

  std::size_t columns_, rows_ = 0;
  std::unique_ptr<Format> format_;
};

}  // namespace sarrus

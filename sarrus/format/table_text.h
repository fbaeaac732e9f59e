#pragma once
/// @file
/// Parts of table files, for their writers.

#include <cstdint>
#include <span>
#include <string>

#include "sarrus/base/number_table.h"

namespace sarrus {

/// The header lines before the numbers.
std::string csv_heading(const Array<std::string>& names);
std::string sto_heading(const std::string& title, const Array<std::string>& names, std::size_t rows,
                        const Array<TableProperty>& properties);
/// Appends a row of numbers, each with enough digits to be read back exactly.
void append_row(std::string& text, std::span<const double> row, char separator);

/// An archive of arrays for NumPy, made column by column.
class NpzArchive {
 public:
  /// The next bytes of the archive, for a column.
  std::string member(const std::string& name, std::span<const double> column);
  /// The next bytes of the archive, for a property: a text without dimensions.
  std::string member(const TableProperty& property);
  /// The last bytes of the archive.
  std::string ending() const;

 private:
  std::string stored(const std::string& file, const std::string& contents);

  std::string directory_;
  std::uint32_t size_ = 0;
  std::uint16_t members_ = 0;
};
/// Throws an Error if a table is too large for such an archive.
void require_fits_npz(std::size_t rows, std::size_t columns);

}  // namespace sarrus

#pragma once
/// @file
/// The pieces of which files of tables are made, for those who write them.

#include <cstdint>
#include <span>
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// The lines before the numbers.
std::string csv_heading(const Array<std::string>& names);
std::string sto_heading(const std::string& title, const Array<std::string>& names, std::size_t rows);
/// A row of numbers, each with as many digits as it takes to read it back.
void append_row(std::string& text, std::span<const double> row, char separator);

/// An archive of arrays for NumPy, made column by column.
class NpzArchive {
 public:
  /// The next bytes of the archive: a column.
  std::string member(const std::string& name, std::span<const double> column);
  /// Its last bytes.
  std::string ending() const;

 private:
  std::string directory_;
  std::uint32_t size_ = 0;
  std::uint16_t members_ = 0;
};
/// Throws where a table is too large for such an archive.
void require_fits_npz(std::size_t rows, std::size_t columns);

}  // namespace sarrus

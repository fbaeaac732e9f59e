#pragma once
/// @file
/// Tables of numbers in files that other programs read: CSV for spreadsheets, NPZ for NumPy (one array per
/// column), STO for OpenSim. Numbers keep all their digits.

#include <string_view>

#include "sarrus/base/number_table.h"

namespace sarrus {

/// Writes a table; the extension of the name, .csv, .npz or .sto, determines the format. An existing file is
/// replaced only when the new one is complete: after an Error (a full disk, a folder that does not exist) it
/// is unchanged.
void write_table(const NumberTable& table, const std::string& path);
/// Throws an Error unless write_table() knows the extension of the name. Call it before a long computation.
void require_table_ending(const std::string& path);

/// Reads a table from a file .csv, .npz or .sto, as write_table() and other programs write them. An Error
/// names the file and the line of what is not a number, or not as many of them as there are columns. The
/// columns of an .npz file are its arrays of one dimension.
NumberTable read_table(const std::string& path);

/// The contents of a table file in each format.
std::string to_csv(const NumberTable& table);
std::string to_npz(const NumberTable& table);
std::string to_sto(const NumberTable& table);
/// The table in the bytes of an .npz file; its title is empty.
NumberTable from_npz(std::string_view bytes);

}  // namespace sarrus

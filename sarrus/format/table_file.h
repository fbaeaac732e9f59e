#pragma once
/// @file
/// Tables of numbers in files that other programs read: CSV for spreadsheets, NPZ for NumPy (one array per
/// column), STO for OpenSim. Numbers keep all their digits.

#include "sarrus/base/table.h"

namespace sarrus {

/// Writes a table; the extension of the name, .csv, .npz or .sto, determines the format. An existing file is
/// replaced only when the new one is complete: after an Error (a full disk, a folder that does not exist) it
/// is unchanged.
void write_table(const Table& table, const std::string& path);
/// Throws an Error unless write_table() knows the extension of the name. Call it before a long computation.
void require_table_ending(const std::string& path);

/// The contents of a table file in each format.
std::string to_csv(const Table& table);
std::string to_npz(const Table& table);
std::string to_sto(const Table& table);

}  // namespace sarrus

#pragma once
/// @file
/// The program's commands. Each writes to standard output.

namespace sarrus {

/// A leg with a measured knee: its model, the path of its foot, and how fast it is computed.
void showcase();

/// A table of every joint type.
void list_joints();

}  // namespace sarrus

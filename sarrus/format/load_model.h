#pragma once
/// @file
#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// The model in a file; the ending of its name says in which format. Throws an Error that lists every fault
/// with file, line and name.
///
///     const System system = load_model("arm.urdf").make_system();
LoadedModel load_model(const std::string& path, const LoadOptions& options = {});
/// The model in a text; messages call it `file`. Without an ending that is known, it is taken for URDF.
LoadedModel load_model_text(std::string_view text, const std::string& file, const LoadOptions& options = {});

/// Throws an Error that lists the formats unless a file's name ends as one that can be read.
void require_model_ending(const std::string& path);

}  // namespace sarrus

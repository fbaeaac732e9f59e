#pragma once
/// @file
#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// Loads a model from a file; the extension of its name determines the format. Throws an Error that lists
/// every fault with file, line and name.
///
///     const System system = load_model("arm.urdf").make_system();
LoadedModel load_model(const std::string& path, const LoadOptions& options = {});
/// Loads a model from a text; `file` is its name in messages. Without a known extension it is read as URDF.
LoadedModel load_model_text(std::string_view text, const std::string& file, const LoadOptions& options = {});

/// Throws an Error that lists the formats unless the extension of a file's name is known.
void require_model_ending(const std::string& path);

}  // namespace sarrus

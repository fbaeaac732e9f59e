#pragma once
/// @file
/// The binary form of a frame; see docs/viewer_protocol.md.

#include <cstdint>
#include <string>

#include "sarrus/scene/frame_sampler.h"

namespace sarrus::internal {

/// Writes a frame with its number and the rate achieved, in seconds of motion per second (0: unknown), over
/// the previous contents of `bytes`. Nothing is allocated if `bytes` has held such a frame before.
void write_frame(const SceneFrame& frame, std::uint32_t number, float rate, std::string& bytes);

}  // namespace sarrus::internal

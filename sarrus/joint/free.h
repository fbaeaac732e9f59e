#pragma once
/// @file
#include "sarrus/joint/ball.h"
#include "sarrus/joint/with_translation.h"

namespace sarrus {

/// Six degrees of freedom: orientation as in a ball joint, then the position of M's origin in F. The speeds
/// are (w_FM, v_FM) in F.   H = 1
struct Free : WithTranslation<Ball> {
  static constexpr std::string_view type = "free";
  using WithTranslation<Ball>::WithTranslation;
};

}  // namespace sarrus

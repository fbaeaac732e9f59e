#pragma once
/// @file
#include "sarrus/joint/line_orientation.h"
#include "sarrus/joint/with_translation.h"

namespace sarrus {

/// Five degrees of freedom of a line: its orientation, then the position of M's origin in F. The speeds are
/// (wx, wy) of w_FM in M and v_FM in F.
struct FreeLine : WithTranslation<LineOrientation> {
  static constexpr std::string_view type = "free-line";
  using WithTranslation<LineOrientation>::WithTranslation;
};

}  // namespace sarrus

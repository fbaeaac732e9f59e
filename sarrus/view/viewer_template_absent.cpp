#include "sarrus/view/internal/viewer_template.h"

namespace sarrus::internal {

std::string_view viewer_template() { return {}; }

}  // namespace sarrus::internal

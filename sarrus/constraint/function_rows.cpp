#include "sarrus/constraint/function_rows.h"

#include <utility>

#include "sarrus/system/declaration.h"

namespace sarrus::internal {

void require_arguments(const Declaration& declaration, const Function& f, std::size_t count,
                       const char* what) {
  require(count > 0, "the constraint '{}' has no {}; give at least one", declaration.name(), what);
  require(std::cmp_less_equal(count, max_constraint_arguments),
          "the constraint '{}' has {} {}, more than {}; divide it into several", declaration.name(), count,
          what, max_constraint_arguments);
  require(
      std::cmp_equal(f.arguments(), count),
      "the function '{}' of the constraint '{}' takes {} arguments, but there are {} {}; give as many as it "
      "takes",
      f.description(), declaration.name(), f.arguments(), count, what);
}

}  // namespace sarrus::internal

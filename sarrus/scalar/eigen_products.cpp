#include "sarrus/scalar/internal/eigen_products.h"

#ifdef SARRUS_EIGEN_PRODUCTS
namespace Eigen::internal {
SARRUS_EIGEN_PRODUCTS()
}  // namespace Eigen::internal
#endif

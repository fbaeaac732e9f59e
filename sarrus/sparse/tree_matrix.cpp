#include "sarrus/sparse/tree_matrix.h"

#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

template <class T>
void TreeMatrix<T>::lower(MatrixX<T>& out) const {
  out.resize(size(), size());
  out.fill(T(0));
  for (int i = 0; i < size(); ++i)
    for (int k = 0; k < pattern_->length(i); ++k) out(i, pattern_->columns(i)[k]) = row(i)[k];
}

template <class T>
void TreeMatrix<T>::symmetric(MatrixX<T>& out) const {
  lower(out);
  for (int i = 0; i < size(); ++i)
    for (int k = 0; k < pattern_->length(i); ++k) out(pattern_->columns(i)[k], i) = row(i)[k];
}

#define SARRUS_INSTANTIATE(T) template class TreeMatrix<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

#pragma once
/// @file
/// RAII owners of objects that CVODE allocates.

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <memory>
#include <type_traits>

namespace sarrus::internal {

struct CvodeDeleter {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
  void operator()(void* memory) const { CVodeFree(&memory); }
};

/// Owns the object behind a SUNDIALS handle, which is a pointer.
template <class Handle>
using CvodeHandle = std::unique_ptr<std::remove_pointer_t<Handle>, CvodeDeleter>;

}  // namespace sarrus::internal

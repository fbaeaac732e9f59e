#pragma once
/// @file
/// Models and results of an independent program (tests/data/reference), converted to the conventions of
/// Sarrus.

#include "sarrus/model/builder.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::testing {

/// One state with the results of the other program.
struct ReferenceSample {
  VectorX<double> q, u, udot, tau;
  VectorX<double> inverse_dynamics;  ///< Forces for (q, u, udot).
  VectorX<double> forward_dynamics;  ///< Accelerations for (q, u, tau).
  MatrixX<double> mass_matrix;
  VectorX<double> held_feet;  ///< Accelerations for (q, u, tau) with fixed contacts; empty if not computed.
};

/// A point on a body, for example a foot.
struct ReferenceContact {
  std::string body;
  Vec3<double> p_B;
};

struct ReferenceModel {
  Model model;
  std::vector<ReferenceSample> samples;
};

/// The model alone: "ur5", "hyq", "chain10", "chain30" or "tree63".
Model load_reference_model(const std::string& name, const std::string& folder = "tests/data/reference");
/// The contact points of the model.
std::vector<ReferenceContact> load_reference_contacts(const std::string& name,
                                                      const std::string& folder = "tests/data/reference");
/// The model and its samples.
ReferenceModel load_reference(const std::string& name, const std::string& folder = "tests/data/reference");

}  // namespace sarrus::testing

#pragma once
/// @file
/// Algorithms for specialists, many of whose results are matrices of Eigen: inverse of the mass matrix and
/// its sparse factors, locked and coupled speeds, operational space, regressor and base parameters, divide
/// and conquer, floating bases, coordinate maps, planar mechanisms, cone problems; and conversions to and
/// from Eigen. Eigen takes a second to compile.

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/complementarity/dense_rows.h"
#include "sarrus/complementarity/lemke.h"
#include "sarrus/diagnose/independent_speeds.h"
#include "sarrus/dynamics/coupled_speeds.h"
#include "sarrus/dynamics/inverse_mass_matrix.h"
#include "sarrus/dynamics/locked_tree.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/planar/planar_dynamics.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/sparse/tree_factorization.h"
#include "sarrus/spatial/articulated_inertia.h"
#include "sarrus/spatial/axial_screw.h"
#include "sarrus/spatial/eigen_conversion.h"
#include "sarrus/spatial/lie_jacobian.h"
#include "sarrus/spatial/planar.h"
#include "sarrus/tree_methods/articulated_join.h"
#include "sarrus/tree_methods/base_parameters.h"
#include "sarrus/tree_methods/divide_and_conquer.h"
#include "sarrus/tree_methods/dynamic_equivalence.h"
#include "sarrus/tree_methods/floating_base.h"
#include "sarrus/tree_methods/handles.h"
#include "sarrus/tree_methods/hybrid_dynamics_matrix.h"
#include "sarrus/tree_methods/mapped_dynamics.h"
#include "sarrus/tree_methods/matrix_forward_dynamics.h"
#include "sarrus/tree_methods/operational_space.h"
#include "sarrus/tree_methods/path_jacobian.h"
#include "sarrus/tree_methods/regressor.h"

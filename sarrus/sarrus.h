#pragma once
/// @file
/// What a first program needs: models with joints, Systems with forces, States and what is computed from
/// them, simulations, equilibria, files, printing. The rest is in headers of its own, beside this one:
///   constraints.h         constraints, closed loops, assembly, diagnosis, actuation
///   inverse_kinematics.h  poses with points, frames or markers where they should be
///   contact.h             compliant contact
///   rigid.h               rigid contact, dry friction, hard stops, ropes, clutches; time stepping
///   geometry.h            shapes and meshes, distances and contact points
///   dynamics.h            algorithms on Trees in any scalar: inverse and forward dynamics, Jacobians, …
///   algorithms.h          those for specialists, and conversions to and from Eigen
///   derivatives.h         derivatives of dynamics
///   linearize.h           linear equations of small motions, modes, frequency responses
///   sensitivity.h         gradients of simulations
///   extend.h              joints, functions, forces, constraints, variables and quantities of your own
///   view.h                the viewer, pages, pictures and films
///   all.h                 everything
/// A name that the compiler does not know may be in one of those: programs with constraints, contact, rigid
/// elements or dynamics of Trees include their headers as well, or all.h.

#include "sarrus/base/file.h"
#include "sarrus/diagnose/equilibrium.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/force/forces.h"
#include "sarrus/format/load_model.h"
#include "sarrus/format/state_json.h"
#include "sarrus/format/table_file.h"
#include "sarrus/format/table_writer.h"
#include "sarrus/format/urdf/urdf.h"
#include "sarrus/function/constant.h"
#include "sarrus/function/cubic_spline.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/function/quintic_spline.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/function/smooth_step.h"
#include "sarrus/joint/ball.h"
#include "sarrus/joint/bend_stretch.h"
#include "sarrus/joint/bushing.h"
#include "sarrus/joint/cantilever_beam.h"
#include "sarrus/joint/cylinder.h"
#include "sarrus/joint/ellipsoid.h"
#include "sarrus/joint/fit.h"
#include "sarrus/joint/free.h"
#include "sarrus/joint/free_line.h"
#include "sarrus/joint/gimbal.h"
#include "sarrus/joint/line_orientation.h"
#include "sarrus/joint/pin.h"
#include "sarrus/joint/planar_joint.h"
#include "sarrus/joint/rack_pinion.h"
#include "sarrus/joint/screw.h"
#include "sarrus/joint/slider.h"
#include "sarrus/joint/spherical_coordinates.h"
#include "sarrus/joint/translation.h"
#include "sarrus/joint/universal.h"
#include "sarrus/joint/weld.h"
#include "sarrus/model/builder.h"
#include "sarrus/ode/method_advice.h"
#include "sarrus/simulate/impulse.h"
#include "sarrus/simulate/real_time.h"
#include "sarrus/simulate/simulate_all.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/simulate/tabulate.h"
#include "sarrus/spatial/euler.h"
#include "sarrus/spatial/inertia_check.h"
#include "sarrus/spatial/mesh_inertia.h"
#include "sarrus/spatial/print.h"
#include "sarrus/spatial/quaternion.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/print_state.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"
#include "sarrus/system/state_file.h"
#include "sarrus/system/system.h"

#pragma once
/// @file
/// Andrews' squeezing mechanism: seven rods in a plane that form three loops, driven by a motor at constant
/// torque, on a time scale of milliseconds. A standard benchmark of DAE solvers. [Schiehlen (ed.) 1990,
/// "Multibody Systems Handbook"; Hairer & Wanner 1996, "Solving Ordinary Differential Equations II", sec.
/// VII.7; Mazzia & Magherini 2008, "Test Set for Initial Value Problem Solvers"]

#include <array>

#include "tests/support/linkages.h"

namespace sarrus::testing {

/// The mechanism, at rest at t = 0. Joints and bodies "K1" … "K7"; the loops are closed between "K3", "K4",
/// "K6" and the end of "K2". The angles β, Θ, γ, Φ, δ, Ω, ε of the books are those of K1, K2, K3, K4, K5, K6
/// and K7.
Linkage squeezer();

/// The angles of "K1" … "K7" at t = 0.03 s. [Mazzia & Magherini 2008]
inline constexpr std::array<double, 7> squeezer_end{
    15.81077119629904,  -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
    0.5244099658805304, 0.5347301163226948, 1.048080741042263};

}  // namespace sarrus::testing

#pragma once
/// @file
/// Measures: numbers computed from a State, put together from others. Each is a Quantity<double>: it is read
/// by state[measure], can be the witness of an event, and users add their own with Declaration::quantity().

#include "sarrus/system/declaration.h"

namespace sarrus {

using Measure = Quantity<double>;

Measure constant_measure(Declaration& system, const std::string& name, double value);
Measure time_measure(Declaration& system, const std::string& name);
/// The value of a variable or parameter.
Measure variable_measure(Declaration& system, const std::string& name, Discrete<double> variable);
Measure variable_measure(Declaration& system, const std::string& name, Parameter parameter);
/// amplitude·sin(frequency·t + phase).
Measure sinusoid_measure(Declaration& system, const std::string& name, double amplitude, double frequency,
                         double phase = 0);

Measure plus(Declaration& system, const std::string& name, Measure a, Measure b);
Measure minus(Declaration& system, const std::string& name, Measure a, Measure b);
Measure scale(Declaration& system, const std::string& name, double factor, Measure a);

/// initial + ∫ a dt: an auxiliary variable, integrated with the motion and to the same accuracy.
Measure integrate(Declaration& system, const std::string& name, Measure a, double initial = 0);
/// da/dt along the motion, by a central difference of a at neighbouring states (t ± ε, y ± ε·ẏ). Discrete
/// variables stay what they are, so what changes at events only has no derivative.
Measure differentiate(Declaration& system, const std::string& name, Measure a);

/// Which extreme of a measure to keep.
enum class Extreme { maximum, minimum, maximum_absolute, minimum_absolute };
/// The largest or smallest value that a measure has had at the ends of steps and now. With `locate`, extremes
/// within steps are found too, where the derivative passes through zero.
Measure extreme(Declaration& system, const std::string& name, Measure a, Extreme kind, bool locate = false);

/// The value that a measure had `delay` seconds ago, interpolated between the ends of steps; before that, its
/// first.
Measure delay(Declaration& system, const std::string& name, Measure a, double seconds);

/// The value that a measure had at the last multiple of the period.
Measure sample_and_hold(Declaration& system, const std::string& name, Measure a, double period);

}  // namespace sarrus

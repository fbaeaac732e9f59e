#pragma once
/// @file
/// Measures: quantities computed from a State and composed of other measures. Each is a Quantity: it is read
/// by state[measure]; a scalar measure can be the witness function of an event; users add their own with
/// Declaration::quantity(). V is double, Vec3<double>, Motion<double> or Force<double>.

#include "sarrus/spatial/motion_force.h"
#include "sarrus/system/state.h"

namespace sarrus {

class Declaration;

using Measure = Quantity<double>;
using VectorMeasure = Quantity<Vec3<double>>;

Measure constant_measure(Declaration& system, const std::string& name, double value);
VectorMeasure constant_measure(Declaration& system, const std::string& name, const Vec3<double>& value);
Measure time_measure(Declaration& system, const std::string& name);
/// The value of a variable or parameter.
template <class V>
Quantity<V> variable_measure(Declaration& system, const std::string& name, Discrete<V> variable);
Measure variable_measure(Declaration& system, const std::string& name, Parameter parameter);
/// amplitude·sin(frequency·t + phase).
Measure sinusoid_measure(Declaration& system, const std::string& name, double amplitude, double frequency,
                         double phase = 0);

/// A measure whose value is set, for example by an event handler with a result of its own; it is read like
/// any other measure. The value is a discrete variable of that name: it stays until it is set again.
template <class V>
struct ResultMeasure : Quantity<V> {
  Discrete<V> variable;
  void set(State& state, const V& value) const { state.set(variable, value); }
};
template <class V = double>
ResultMeasure<V> result_measure(Declaration& system, const std::string& name,
                                const std::type_identity_t<V>& initial = {});

template <class V>
Quantity<V> plus(Declaration& system, const std::string& name, Quantity<V> a, Quantity<V> b);
template <class V>
Quantity<V> minus(Declaration& system, const std::string& name, Quantity<V> a, Quantity<V> b);
template <class V>
Quantity<V> scale(Declaration& system, const std::string& name, double factor, Quantity<V> a);
/// One component of a vector, in the order of its members; the length of a vector.
template <class V>
Measure component(Declaration& system, const std::string& name, Quantity<V> a, int index);
Measure magnitude(Declaration& system, const std::string& name, VectorMeasure a);

/// initial + ∫ a dt: an auxiliary variable, integrated with the motion and to the same accuracy.
template <class V>
Quantity<V> integrate(Declaration& system, const std::string& name, Quantity<V> a,
                      const std::type_identity_t<V>& initial = {});
/// da/dt along the motion, by a central difference of a at neighboring states (t ± ε, y ± ε·ẏ). Discrete
/// variables are kept constant, so that whatever changes only at events has a zero derivative.
template <class V>
Quantity<V> differentiate(Declaration& system, const std::string& name, Quantity<V> a);

/// The kind of extreme to record.
enum class Extreme { maximum, minimum, maximum_absolute, minimum_absolute };
/// An extreme value and its time.
struct ExtremeMeasure : Measure {
  Measure time;
};
/// The largest or smallest value of a measure so far, at the ends of steps and now. With `locate`, extremes
/// within steps are found too, at zero crossings of the derivative, and of the measure itself if its least
/// absolute value is wanted.
ExtremeMeasure extreme(Declaration& system, const std::string& name, Measure a, Extreme kind,
                       bool locate = false);

/// The value of a measure `seconds` ago, interpolated between the ends of steps by cubics. The cubics do not
/// extend across jumps caused by event handlers: a jump is delayed as a jump. Before the first sample, the
/// first value.
template <class V>
Quantity<V> delay(Declaration& system, const std::string& name, Quantity<V> a, double seconds);

/// The value of a measure at the last multiple of the period.
template <class V>
Quantity<V> sample_and_hold(Declaration& system, const std::string& name, Quantity<V> a, double period);

}  // namespace sarrus

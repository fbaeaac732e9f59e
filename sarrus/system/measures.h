#pragma once
/// @file
/// Measures: what is computed from a State, put together from other measures. Each is a Quantity: it is read
/// by state[measure], a number can be the witness of an event, and users add their own with
/// Declaration::quantity(). Where V stands it is double, Vec3<double>, Motion<double> or Force<double>.

#include "sarrus/spatial/motion_force.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

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

/// A measure whose value somebody sets, as a handler of an event that has worked something out; others read
/// it as any measure. The value is a discrete variable of that name: it stays until it is set again.
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
/// One number of a vector, in the order of its members, and its length.
template <class V>
Measure component(Declaration& system, const std::string& name, Quantity<V> a, int index);
Measure magnitude(Declaration& system, const std::string& name, VectorMeasure a);

/// initial + ∫ a dt: an auxiliary variable, integrated with the motion and to the same accuracy.
template <class V>
Quantity<V> integrate(Declaration& system, const std::string& name, Quantity<V> a,
                      const std::type_identity_t<V>& initial = {});
/// da/dt along the motion, by a central difference of a at neighboring states (t ± ε, y ± ε·ẏ). Discrete
/// variables stay what they are, so what changes at events only has no derivative.
template <class V>
Quantity<V> differentiate(Declaration& system, const std::string& name, Quantity<V> a);

/// Which extreme of a measure to keep.
enum class Extreme { maximum, minimum, maximum_absolute, minimum_absolute };
/// An extreme and when it was.
struct ExtremeMeasure : Measure {
  Measure time;
};
/// The largest or smallest value that a measure has had at the ends of steps and now. With `locate`, extremes
/// within steps are found too, where the derivative passes through zero, and where the measure itself does if
/// its least absolute value is wanted.
ExtremeMeasure extreme(Declaration& system, const std::string& name, Measure a, Extreme kind,
                       bool locate = false);

/// The value that a measure had `delay` seconds ago, interpolated between the ends of steps by cubics, which
/// do not reach across jumps that handlers of events have caused: a jump is delayed as it was. Before that,
/// its first value.
template <class V>
Quantity<V> delay(Declaration& system, const std::string& name, Quantity<V> a, double seconds);

/// The value that a measure had at the last multiple of the period.
template <class V>
Quantity<V> sample_and_hold(Declaration& system, const std::string& name, Quantity<V> a, double period);

}  // namespace sarrus

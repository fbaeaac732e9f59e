#include "sarrus/system/declaration.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/layout_draft.h"

namespace sarrus {

using namespace internal;

const Model& Declaration::model() const { return draft_.layout.as_given->model; }
const SystemQuantities& Declaration::quantities() const { return draft_.layout.system; }

Declaration::Handle Declaration::add_discrete(const std::string& name, std::shared_ptr<const void> value,
                                              DiscreteCodec codec) {
  const int index = static_cast<int>(draft_.layout.discretes.size());
  const int source = draft_.add_source(prefix_ + name);
  draft_.layout.discretes.push_back({prefix_ + name, source, std::move(value), std::move(codec)});
  return {index, source, draft_.layout.id};
}

Declaration::Handle Declaration::add_quantity(const std::string& name, std::vector<Dependency> reads,
                                              std::function<std::shared_ptr<void>(const State&)> make,
                                              std::function<void(const State&, void*)> compute,
                                              bool is_number) {
  const int index = draft_.add_quantity(
      {prefix_ + name, std::move(make), std::move(compute), is_number, {}, {}}, std::move(reads));
  return {index, -1, draft_.layout.id};
}

void Declaration::update_each_step(const Dependency& variable, int index, const Dependency& value,
                                   std::function<std::shared_ptr<const void>(const void*)> take) {
  draft_.require_own(variable, "variable that is to be updated each step");
  draft_.require_own(value, "quantity that a variable is to take each step");
  DiscreteEntry& entry = draft_.layout.discretes[index];
  entry.update = value.quantity();
  entry.take = std::move(take);
}

void Declaration::fast(const std::string& name, std::function<bool(State&)> relax) {
  draft_.layout.relaxations.push_back({prefix_ + name, std::move(relax)});
}

Parameter Declaration::declare_parameter(const std::string& name, double default_value,
                                         const std::string& unit, ParameterRange range) {
  range.check(prefix_ + name, default_value, unit);
  const Parameter parameter{static_cast<int>(draft_.layout.parameters.size()),
                            draft_.add_source(prefix_ + name), draft_.layout.id};
  draft_.layout.parameters.push_back({prefix_ + name, unit, default_value, parameter.source, range});
  own_.push_back(parameter);
  own_parameters_.push_back(parameter);
  return parameter;
}

Auxiliary Declaration::auxiliary(const std::string& name, Array<double> default_values,
                                 std::vector<Dependency> reads, AuxiliaryDerivative derivative,
                                 double unit_change) {
  require(std::isfinite(unit_change) && unit_change > 0,
          "a unit change of the auxiliary variable '{}' cannot be {}; give a positive number", prefix_ + name,
          unit_change);
  const Auxiliary variables{static_cast<int>(draft_.layout.auxiliaries.size()),
                            static_cast<int>(default_values.size()), draft_.layout.id};
  for (std::size_t i = 0; i < default_values.size(); ++i) {
    const std::string number = default_values.size() == 1 ? "" : std::to_string(i);
    const std::string full_name = prefix_ + name + number;
    for (const AuxiliaryEntry& other : draft_.layout.auxiliaries)
      require(other.name != full_name, "there are two auxiliary variables named '{}'; rename one of them",
              full_name);
    draft_.layout.auxiliaries.push_back({full_name, default_values[i], unit_change});
  }
  draft_.layout.auxiliary_blocks.push_back({variables, std::move(derivative), std::move(reads)});
  return variables;
}

void Declaration::port(int speed, std::vector<Dependency> reads, PortInertia m) {
  require(speed >= 0 && speed < model().nu(), "'{}': there is no speed {} for a port; the model has {}",
          name(), speed, model().nu());
  reads.insert(reads.end(), own_.begin(), own_.end());
  if (self_.index >= 0) reads.push_back(self_);
  draft_.layout.ports.push_back({name(), speed, self_, std::move(m)});
  draft_.port_reads.push_back(std::move(reads));
}

void Declaration::event(Event event) {
  event.name = prefix_ + event.name;
  require((event.handle != nullptr) != (event.report != nullptr),
          "the event '{}' needs a handler or a reporter", event.name);
  for (const Event& other : draft_.layout.events)
    require(other.name != event.name, "there are two events named '{}'; rename one of them", event.name);
  draft_.layout.events.push_back(std::move(event));
}

}  // namespace sarrus

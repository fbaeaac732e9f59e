#include "apps/sarrus/simulation_output.h"

#include <fmt/format.h>

#include <chrono>
#include <set>

#include "apps/sarrus/motion_file.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/format/state_json.h"
#include "sarrus/format/table_text.h"
#include "sarrus/simulate/tabulate.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/state_file.h"

namespace sarrus {

namespace {

/// All variables, under unique names, and the energies.
Array<RecordedOutput::Column> columns_of_everything(const State& state) {
  Array<RecordedOutput::Column> columns;
  for (const NamedValue& which : value_names(state))
    if (which.kind == ValueKind::coordinate || which.kind == ValueKind::speed ||
        which.kind == ValueKind::auxiliary)
      columns.push_back({which.name, [which](const State& s) { return value(s, which); }});
  for (const char* energy : {"kinetic_energy", "potential_energy"})
    columns.push_back(RecordedOutput(energy).column(state));
  return columns;
}

/// The names in "a,b,c"; a name that contains a comma can be given alone.
Array<RecordedOutput> chosen_outputs(const Array<std::string>& texts, const State& state) {
  std::set<std::string> known;
  for (const NamedValue& which : value_names(state)) known.insert(which.name);
  Array<RecordedOutput> outputs;
  for (const std::string& text : texts) {
    std::size_t begin = 0;
    while (begin <= text.size()) {
      const std::size_t end =
          known.contains(text) ? text.size() : std::min(text.find(',', begin), text.size());
      require_usage(end > begin, "--columns {}: there is a name missing; write NAME,NAME,…", text);
      outputs.emplace_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return outputs;
}

}  // namespace

SimulationOutput::SimulationOutput(const SimulateCommand& command, const State& initial, StatesGiven given)
    : command_(command),
      given_(given),
      interpolates_(given == StatesGiven::integrated && command.every == 0 && !command.realtime) {
  if (!command.output.empty()) {
    columns_ = command.columns.empty() ? columns_of_everything(initial)
                                       : columns_of(chosen_outputs(command.columns, initial), initial);
    Array<std::string> names{"time"};
    for (const RecordedOutput::Column& column : columns_) names.push_back(column.name);
    row_.resize(names.size());
    if (command.output == "-")
      fmt::print("{}", csv_heading(names));
    else
      table_.emplace(command.output, initial.model().name(), names, properties_of_motion(command.model));
  }
  if (!command.final_state.empty() && command.final_state != "-") final_.emplace(command.final_state);
}
SimulationOutput::~SimulationOutput() = default;

void SimulationOutput::add(const State& state) {
  const auto began = std::chrono::steady_clock::now();
  if (interpolates_)
    motion_.add_step(state);
  else if (given_ == StatesGiven::stepped)
    motion_.add_coordinates(state);
  else
    motion_.add(state);
  if (!columns_.empty()) write_row(state);
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void SimulationOutput::write_row(const State& state) {
  row_[0] = state.time();
  for (std::size_t j = 0; j < columns_.size(); ++j) row_[j + 1] = columns_[j].value(state);
  if (table_) return table_->add_row(row_);
  std::string line;
  append_row(line, row_, ',');
  fmt::print("{}", line);
}

std::string SimulationOutput::complete_table() {
  if (!table_) return "";
  table_->complete();
  return fmt::format("  {} to {}\n", counted(table_->rows(), "state"), command_.output);
}

std::string SimulationOutput::complete_final(const State& last) {
  if (command_.final_state == "-") fmt::print("{}", state_to_json(last));
  if (!final_) return "";
  final_->write(command_.final_state.ends_with(".json") ? state_to_json(last) : to_bytes(last));
  final_->complete();
  return fmt::format("  last state to {}\n", command_.final_state);
}

std::string SimulationOutput::complete(const State& last) {
  std::string said, failure;
  try {
    said = complete_table();
  } catch (const Error& error) {
    failure = error.what();
    if (const std::string part = table_->keep_part(); !part.empty())
      failure += fmt::format("; the rows that could be written are in '{}'{}", part,
                             part.ends_with(".rows")
                                 ? fmt::format(", as numbers of 8 bytes, {} to a row", columns_.size() + 1)
                                 : "");
  }
  try {
    said += complete_final(last);
  } catch (const Error& error) {
    failure.append(failure.empty() ? "" : "\n").append(error.what());
  }
  require(failure.empty(), "{}", failure);
  return said;
}

std::string complete(SimulationOutput& output, const State& last, std::string& failure) {
  try {
    return output.complete(last);
  } catch (const Error& error) {
    failure = failure.empty() || std::string_view(error.what()).starts_with(failure)
                  ? error.what()
                  : failure + "\n" + error.what();
    return "";
  }
}

}  // namespace sarrus

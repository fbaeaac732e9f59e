#include "apps/sarrus/motion_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "sarrus/base/names.h"
#include "sarrus/format/table_file.h"
#include "sarrus/system/named_values.h"

namespace sarrus {

namespace {

constexpr const char *path_property = "model_file", *options_property = "model_options";

/// Options that change which coordinates a model has, as words of a command line.
std::string words_of(const LoadOptions& options) {
  std::string words;
  if (options.base == RootJoint::free) words += "--base=free ";
  if (options.fixed_joints == FixedJoints::merge) words += "--merge-fixed ";
  if (options.massless_ends == MasslessEnds::weld) words += "--weld-massless ";
  return words.substr(0, words.size() - (words.empty() ? 0 : 1));
}

/// A name as the formats write it: .sto has no blanks, .npz no slashes either.
std::string written(std::string name) {
  for (char& c : name)
    if (c == ' ' || c == '\t' || c == '/' || c == '\\') c = '_';
  return name;
}

/// The column of a value by its name, or as the formats write it; −1: there is none.
int find_column(const NumberTable& table, const std::string& name) {
  for (const std::string& form : {name, written(name)}) {
    const auto found = std::find(table.names.begin(), table.names.end(), form);
    if (found != table.names.end()) return static_cast<int>(found - table.names.begin());
  }
  return -1;
}

struct Column {
  int number;
  NamedValue value;
};

/// The columns that are variables of a state.
Array<Column> variables_of(const NumberTable& table, const std::string& path, const State& state) {
  Array<Column> columns;
  for (const NamedValue& value : value_names(state)) {
    if (value.kind != ValueKind::coordinate && value.kind != ValueKind::speed &&
        value.kind != ValueKind::auxiliary)
      continue;
    const int number = find_column(table, value.name);
    require(number >= 0 || value.kind != ValueKind::coordinate,
            "the motion '{}' is not one of model '{}': it has no column '{}'.{}", path, state.model().name(),
            value.name, suggestion(value.name, table.names));
    if (number >= 0) columns.push_back({number, value});
  }
  return columns;
}

/// The name and value of the first number of a row that is not finite, "lift = nan"; empty if there is none.
std::string find_fault(const NumberTable& table, std::size_t row, int time, const Array<Column>& columns) {
  const auto fault = [&](const std::string& name, int column) {
    const double x = table(row, static_cast<std::size_t>(column));
    return std::isfinite(x) ? "" : fmt::format("{} = {}", name, x);
  };
  std::string found = fault("time", time);
  for (const Column& column : columns)
    if (found.empty()) found = fault(column.value.name, column.number);
  return found;
}

}  // namespace

bool is_motion_path(const std::string& path) {
  return path.ends_with(".csv") || path.ends_with(".npz") || path.ends_with(".sto");
}

Array<TableProperty> properties_of_motion(const ModelFile& model) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(model.path, error);
  if (error || !std::filesystem::is_regular_file(path, error) ||
      path.native().find_first_of("\r\n") != std::string::npos)
    return {};
  Array<TableProperty> properties{{path_property, path.lexically_normal().string()}};
  if (const std::string words = words_of(model.options); !words.empty())
    properties.push_back({options_property, words});
  return properties;
}

MotionFile read_motion_file(const std::string& path) { return {path, read_table(path)}; }

void add_options_of_motion(const MotionFile& motion, LoadOptions& options) {
  std::istringstream words(motion.table.property(options_property));
  for (std::string word; words >> word;) {
    if (word == "--base=free") options.base = RootJoint::free;
    if (word == "--merge-fixed") options.fixed_joints = FixedJoints::merge;
    if (word == "--weld-massless") options.massless_ends = MasslessEnds::weld;
  }
}

std::string find_model_of_motion(const MotionFile& motion) {
  const std::filesystem::path recorded = motion.table.property(path_property);
  require_usage(
      !recorded.empty(),
      "'{0}' is a motion that does not say which model moves; give its model too: sarrus view MODEL "
      "--motion {0}",
      motion.path);
  if (std::filesystem::exists(recorded)) return recorded.string();
  const std::filesystem::path beside = std::filesystem::path(motion.path).parent_path() / recorded.filename();
  require_usage(std::filesystem::exists(beside),
                "the model of the motion '{0}' was '{1}', which is not there any more, nor is there one of "
                "that name beside the motion; give it: sarrus view MODEL --motion {0}",
                motion.path, recorded.string());
  return beside.string();
}

MotionStates make_trajectory(const MotionFile& motion, const State& start) {
  const auto& [path, table] = motion;
  const int time = find_column(table, "time");
  require(time >= 0, "the motion '{}' has no column 'time'", path);
  const Array<Column> columns = variables_of(table, path, start);
  require(table.rows() > 0, "the motion '{}' has no rows", path);
  MotionStates states;
  State state = start;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (const std::string fault = find_fault(table, row, time, columns); !fault.empty()) {
      require(row > 0, "the motion '{}' cannot be shown: {} in its first row; give finite numbers", path,
              fault);
      states.note = fmt::format("The motion '{}' is shown up to t = {:.6g} s: {} in row {} of {}", path,
                                state.time(), fault, row + 1, table.rows());
      break;
    }
    state.set_time(table(row, static_cast<std::size_t>(time)));
    for (const Column& column : columns)
      set_value(state, column.value, table(row, static_cast<std::size_t>(column.number)));
    states.trajectory.add(state);
  }
  return states;
}

}  // namespace sarrus

#include "apps/sarrus/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"

namespace sarrus {

double parse_number(const std::string& option, const std::string& text, const std::string& wanted) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  require_usage(error == std::errc() && end == digits.data() + digits.size() && std::isfinite(value),
                "{} {}: give {}, such as 2.5 or 1e-3", option, text.empty() ? "''" : text, wanted);
  return value;
}

long parse_integer(const std::string& option, const std::string& text, long least, long most) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  require_usage(error == std::errc() && end == text.data() + text.size() && value >= least && value <= most,
                "{} {}: give a whole number from {} to {}", option, text.empty() ? "''" : text, least, most);
  return value;
}

Command& Command::argument(std::string name, std::string help, std::string& to) {
  arguments_.push_back({std::move(name), std::move(help), &to});
  return *this;
}

Command& Command::last_argument_is_optional() {
  last_is_optional_ = true;
  return *this;
}
Command& Command::option(std::string name, std::string value, std::string help, Take take, bool repeats) {
  options_.push_back({std::move(name), std::move(value), std::move(help), std::move(take), repeats});
  return *this;
}
Command& Command::option(const std::string& name, std::string value, std::string help, std::string& to) {
  return option(name, std::move(value), std::move(help), [name, &to](const std::string& text) {
    require_usage(!text.empty(), "{} '': give a name", name);
    to = text;
  });
}
Command& Command::option(std::string name, std::string value, std::string help, Array<std::string>& to) {
  return option(
      std::move(name), std::move(value), std::move(help),
      [&to](const std::string& text) { to.push_back(text); }, true);
}
Command& Command::flag(std::string name, std::string help, std::function<void()> take) {
  return option(std::move(name), "", std::move(help),
                [take = std::move(take)](const std::string&) { take(); });
}
Command& Command::flag(std::string name, std::string help, bool& to) {
  return flag(std::move(name), std::move(help), [&to] { to = true; });
}
Command& Command::example(std::string line, std::string what) {
  examples_.push_back({std::move(line), std::move(what)});
  return *this;
}
Command& Command::remark(std::string text) {
  remarks_.push_back(std::move(text));
  return *this;
}
Command& Command::runs(std::function<int()> run) {
  run_ = std::move(run);
  return *this;
}
Command& Command::fails_with(int status) {
  failure_status_ = status;
  return *this;
}

namespace {

/// A text in lines, broken at blanks.
Array<std::string> lines_of(const std::string& text) {
  constexpr std::size_t longest = 90;
  Array<std::string> lines{""};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    std::string& line = lines.back();
    if (!line.empty() && display_width(line) + 1 + display_width(word) > longest)
      lines.push_back(word);
    else
      line.append(line.empty() ? "" : " ").append(word);
    begin = end + 1;
  }
  return lines;
}

/// A name with what it means, on as many lines as that needs.
void add_rows(TextTable& table, std::string name, const std::string& meaning) {
  for (const std::string& line : lines_of(meaning)) table.row({std::exchange(name, ""), line});
}

}  // namespace

std::string Command::help() const {
  std::string text = fmt::format("sarrus {}: {}\n\nUsage: sarrus {}", name_, summary_, name_);
  for (const Argument& argument : arguments_)
    text += last_is_optional_ && &argument == &arguments_.back() ? " [" + argument.name + "]"
                                                                 : " " + argument.name;
  text += " [options]\n\n";
  TextTable table({"", ""});
  for (const Argument& argument : arguments_) add_rows(table, argument.name, argument.help);
  for (const Option& option : options_)
    add_rows(table, option.name + (option.value.empty() ? "" : " " + option.value), option.help);
  table.row({"--help", "this text"});
  text += table.text_without_heading();
  if (!examples_.empty()) text += "\nExamples\n";
  for (const Example& example : examples_)
    text += fmt::format("  {}\n      {}\n", example.line, example.what);
  for (const std::string& remark : remarks_) text += "\n" + remark + "\n";
  return text;
}

bool Command::has(std::string_view option) const {
  return std::any_of(options_.begin(), options_.end(), [&](const Option& one) { return one.name == option; });
}

const Command::Option& Command::find(const std::string& name) const {
  Array<std::string> names{"--help"};
  for (const Option& option : options_) {
    if (option.name == name) return option;
    names.push_back(option.name);
  }
  throw UsageError(fmt::format("there is no option '{}'.{}", name, suggestion(name.substr(0, 40), names)));
}

void Command::read(std::span<const std::string> words) const {
  std::size_t arguments = 0;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with('-') || word == "-") {
      require_usage(arguments < arguments_.size(), "'{}' is an unexpected argument", word);
      *arguments_[arguments++].to = word;
      continue;
    }
    const std::size_t sign = word.find('=');
    const Option& option = find(word.substr(0, sign));
    require_usage(seen.insert(option.name).second || option.repeats || option.value.empty(),
                  "{} is given twice; give it once", option.name);
    if (option.value.empty()) {
      require_usage(sign == word.npos, "{} takes no value", option.name);
      option.take("");
    } else if (sign != word.npos) {
      option.take(word.substr(sign + 1));
    } else {
      require_usage(i + 1 < words.size(), "{} needs a value: {} {}", option.name, option.name, option.value);
      option.take(words[++i]);
    }
  }
  require_usage(arguments + (last_is_optional_ ? 1 : 0) >= arguments_.size(),
                "{} is missing: sarrus {} {} [options]",
                arguments < arguments_.size() ? arguments_[arguments].name : "", name_,
                arguments < arguments_.size() ? arguments_[arguments].name : "");
}

int Command::run(std::span<const std::string> words) const {
  for (const std::string& word : words)
    if (word == "--help" || word == "-h") {
      fmt::print("{}", help());
      return ExitStatus::done;
    }
  try {
    read(words);
    return run_();
  } catch (const UsageError& error) {
    throw UsageError(
        fmt::format("{}: {}\n`sarrus {} --help` says what it takes", name_, error.what(), name_));
  }
}

}  // namespace sarrus

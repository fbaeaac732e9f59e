#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/diagnose.h"
#include "apps/sarrus/simulate.h"
#include "sarrus/base/names.h"
#include "sarrus/ode/integrator.h"

namespace {

using sarrus::DiagnoseCommand;
using sarrus::EvaluateCommand;
using sarrus::ModelFile;
using sarrus::SimulateCommand;

/// The model file and the options of how it is read, on a command.
void add_model_options(CLI::App* command, ModelFile& file) {
  using namespace sarrus;
  command->add_option("MODEL", file.path, "the model: a URDF file")->required();
  command
      ->add_option_function<std::string>(
          "--base",
          [&file](const std::string& base) {
            file.urdf.base = base == "free" ? UrdfBase::free : UrdfBase::fixed;
          },
          "how the root link hangs on the world; fixed where nothing is said")
      ->check(CLI::IsMember({"fixed", "free"}))
      ->type_name("");
  command->add_flag_callback(
      "--merge-fixed", [&file] { file.urdf.fixed_joints = FixedJoints::merge; },
      "merge links on fixed joints into the bodies they are fixed on");
  command->add_flag_callback(
      "--weld-massless", [&file] { file.urdf.massless_ends = MasslessEnds::weld; },
      "weld moving joints that carry no mass instead of refusing the model");
  command->add_flag_callback(
      "--strict-inertia", [&file] { file.urdf.unreal_inertia = UnrealInertia::refuse; },
      "refuse inertias that no real body can have instead of repairing them");
}

std::string integrator_list() {
  std::string text;
  for (const std::string& name : sarrus::integrator_names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void add_evaluate(CLI::App& app, EvaluateCommand& command) {
  CLI::App* evaluate = app.add_subcommand(
      "evaluate",
      "poses, mass matrix, inverse and forward dynamics and energies of a model file in given states");
  add_model_options(evaluate, command.model);
  CLI::Option* states =
      evaluate->add_option("--states", command.states, "FILE.json with a list of {q, u, udot, tau}");
  CLI::Option* random =
      evaluate->add_option("--random", command.random, "number of states at random instead");
  states->type_name("FILE.json")->excludes(random);
  random->type_name("N")->check(CLI::Range(1, 1000000));
  evaluate->add_option("--seed", command.seed, "of the random states")->type_name("S")->capture_default_str();
  evaluate->add_flag("--json", command.json, "print JSON with 17 significant digits instead of tables");
  evaluate->callback([&command] { sarrus::evaluate(command); });
}

void add_simulate(CLI::App& app, SimulateCommand& command) {
  CLI::App* simulate = app.add_subcommand("simulate", "the motion of a model file from a state on");
  add_model_options(simulate, command.model);
  simulate->add_option("--duration", command.duration, "simulated seconds")
      ->type_name("T")
      ->capture_default_str();
  simulate->add_option("--accuracy", command.accuracy, "the error that a step may make")
      ->type_name("A")
      ->capture_default_str();
  simulate->add_option("--integrator", command.integrator, "the method: " + integrator_list())
      ->type_name("NAME")
      ->capture_default_str();
  simulate->add_option("--fixed-step", command.fixed_step, "steps of this many seconds, whatever their error")
      ->type_name("H");
  simulate->add_option("--set", command.set, "a value to begin with: a coordinate, speed, parameter, mass, …")
      ->type_name("NAME=VALUE")
      ->take_all();
  simulate->add_option("--initial", command.initial, "a file with the state to begin with")
      ->type_name("STATE");
  simulate->add_option("--output", command.output, "a file for the motion: .csv, .npz or .sto")
      ->type_name("FILE");
  simulate->add_option("--columns", command.columns, "what the output shall have; else all variables")
      ->type_name("NAME,…")
      ->delimiter(',');
  simulate->add_option("--final", command.final_state, "a file for the last state: .json, or else binary")
      ->type_name("STATE");
  simulate->add_option("--every", command.every, "seconds between the states in the output; else all steps")
      ->type_name("DT");
  simulate->add_flag("--realtime", command.realtime, "at the pace of the clock, printing the coordinates");
  simulate->add_flag("--quiet", command.quiet, "no progress and no summary");
  simulate->callback([&command] { sarrus::simulate(command); });
}

/// What the program exits with, and what it would if something went wrong.
struct ExitStatus {
  int done = 0, failed = 1;
};

void add_diagnose(CLI::App& app, DiagnoseCommand& command, ExitStatus& status) {
  CLI::App* diagnose = app.add_subcommand(
      "diagnose",
      "what is to be known of a mechanism: freedoms, redundant and contradicting constraints, singular "
      "positions; exit status 0: healthy, 1: remarks, 2: faults");
  add_model_options(diagnose, command.model);
  diagnose->add_option("--set", command.initial.set, "a value of the state to look at: a coordinate, mass, …")
      ->type_name("NAME=VALUE")
      ->take_all();
  diagnose->add_option("--initial", command.initial.file, "a file with the state to look at")
      ->type_name("STATE");
  diagnose->add_flag("--json", command.json, "print JSON instead of sentences");
  diagnose->callback([&] {
    status.failed = 2;
    status.done = sarrus::diagnose(command);
  });
}

/// Words that the program or a command does not know.
int complain_about_extras(const CLI::App& app) {
  const std::string word = app.remaining(true).front();
  if (!app.get_subcommands().empty()) {
    const std::string command = app.get_subcommands().front()->get_name();
    std::fprintf(stderr, "sarrus %s does not understand '%s'; `sarrus %s --help` says what it takes\n",
                 command.c_str(), word.c_str(), command.c_str());
    return 2;
  }
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  std::fprintf(stderr, "sarrus: there is no command '%s'.%s\n", word.c_str(),
               sarrus::suggestion(word, commands).c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Sarrus: multibody dynamics. Without a command: a showcase.", "sarrus");
  app.set_version_flag("--version", "sarrus " SARRUS_VERSION);
  app.add_subcommand(
         "showcase",
         "a leg with a measured knee: its model, the path of its foot, and how fast it is computed")
      ->callback(sarrus::showcase);
  app.add_subcommand("joints", "every joint type with its coordinates, speeds and parameters")
      ->callback(sarrus::list_joints);
  ModelFile inspected;
  CLI::App* inspect = app.add_subcommand(
      "inspect", "a model file: its tree, its coordinates, and what was not taken as it stands");
  add_model_options(inspect, inspected);
  inspect->callback([&inspected] { sarrus::inspect(inspected); });
  EvaluateCommand evaluated;
  add_evaluate(app, evaluated);
  SimulateCommand simulated;
  add_simulate(app, simulated);
  ExitStatus status;
  DiagnoseCommand diagnosed;
  add_diagnose(app, diagnosed, status);
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) sarrus::showcase();
  } catch (const CLI::ExtrasError&) {
    return complain_about_extras(app);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sarrus: %s\n", error.what());
    return status.failed;
  }
  return status.done;
}

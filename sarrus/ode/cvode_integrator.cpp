#include "sarrus/ode/internal/cvode_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/cvode_equations.h"
#include "sarrus/ode/internal/cvode_handles.h"
#include "sarrus/ode/internal/jacobian.h"
#include "sarrus/ode/internal/step_history.h"
#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {

In<double> values(N_Vector vector) { return {N_VGetArrayPointer(vector), N_VGetLength(vector)}; }
Out<double> elements(N_Vector vector) { return {N_VGetArrayPointer(vector), N_VGetLength(vector)}; }

/// The weight of variables whose errors do not count; it cannot be zero, because CVODE divides by weights.
constexpr double least_weight = 1e-30;

/// The number of times that a step is repeated, each time a quarter as long, because the rates at its end
/// cannot be computed.
constexpr int repetition_limit = 10;

/// The meaning of a return value of CVODE, for error messages.
std::string meaning(int flag) {
  switch (flag) {
    case CV_ERR_FAILURE:
      return "the error of a step stays too large, however short it is";
    case CV_CONV_FAILURE:
      return "the equations of an implicit step were not solved, however short it was";
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_RHSFUNC_FAIL:
      return "the rates could not be computed, however short the step";
    case CV_REPTD_PROJFUNC_ERR:
    case CV_PROJFUNC_FAIL:
      return "the variables could not be projected, however short the step";
    case CV_TOO_CLOSE:
      return "the end is too close to begin a step";
    default:
      return fmt::format("CVODE ended with its code {}", flag);
  }
}

/// Checks calls that fail only if this file has a bug or memory runs out.
void check(int flag, const char* call) { require(flag == CV_SUCCESS, "CVODE: {} returned {}", call, flag); }

class CvodeIntegrator : public Integrator {
 public:
  CvodeIntegrator(CvodeFormula formula, InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return formula_ == CvodeFormula::bdf ? "bdf" : "adams"; }
  int order() const override { return formula_ == CvodeFormula::bdf ? 5 : 12; }
  bool has_error_control() const override { return true; }
  void interpolate(double t, Out<double> y) const override;

 private:
  void do_start() override;
  void do_restart(Restart depth) override;
  void do_step(double end) override;

  void initialize();
  void set_options();
  void set_solver();
  void begin_here(double first_step);
  double take_step(double end);
  bool finish_step(double t1);
  void count_rejections();
  StepAttempt last_attempt();
  [[noreturn]] void give_up(const std::string& reason);
  void calc_weights(In<double> y, Out<double> weights);
  RateFunction rate_function() {
    return [this](double t, In<double> y, Out<double> rates) { evaluate(t, y, rates); };
  }
  void calc_jacobian(double t, In<double> y, In<double> ydot, In<double> weights, Out<double> moved,
                     SUNMatrix jacobian);
  void calc_increments(In<double> y, In<double> ydot, In<double> weights, Out<double> increments);

  /// Keeps exceptions from passing through CVODE: they become a failure that a smaller step may avoid.
  template <class F>
  int guarded(F&& f) {
    try {
      f();
      return 0;
    } catch (const std::exception& exception) {
      history_.set_failure(exception.what());
    } catch (...) {
      history_.set_failure("an exception that is no std::exception");
    }
    return 1;
  }
  static int rate_callback(realtype t, N_Vector y, N_Vector ydot, void* self);
  static int weight_callback(N_Vector y, N_Vector weights, void* self);
  static int jacobian_callback(realtype t, N_Vector y, N_Vector ydot, SUNMatrix jacobian, void* self,
                               N_Vector moved, N_Vector weights, N_Vector);
  static int equations_callback(realtype t, N_Vector y, N_Vector ydot, SUNMatrix, booleantype is_valid,
                                booleantype* is_new, realtype gamma, void* self, N_Vector, N_Vector,
                                N_Vector);
  static int project_callback(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector error,
                              void* self);

  CvodeFormula formula_;
  CvodeHandle<SUNContext> context_;
  CvodeHandle<N_Vector> begin_, end_, error_, view_;
  CvodeHandle<SUNMatrix> matrix_;
  CvodeHandle<SUNLinearSolver> linear_solver_;
  CvodeHandle<SUNNonlinearSolver> fixed_point_;
  std::optional<CvodeEquations> equations_;  ///< If the problem solves them.
  CvodeHandle<void*> memory_;
  StepHistory history_;
  Array<double> scratch_, new_ydot_, jacobian_;
  bool begin_anew_ = false;  ///< True if projection has moved y away from the method's history.
  long error_failures_ = 0, solver_failures_ = 0;  ///< Failures that were counted already.
};

CvodeIntegrator::CvodeIntegrator(CvodeFormula formula, InitialValueProblem& problem,
                                 const IntegratorOptions& options)
    : Integrator(problem, options), formula_(formula) {
  require(options.fixed_step == 0,
          "{} chooses the length and the order of its steps: fixed_step = {} is not possible", name(),
          options.fixed_step);
  require(problem.size() > 0, "{}: there is no variable to integrate", name());
  scratch_.resize(y_.size()), new_ydot_.resize(y_.size());
  initialize();
  set_solver();
  set_options();
}

void CvodeIntegrator::initialize() {
  SUNContext context = nullptr;
  require(SUNContext_Create(nullptr, &context) == 0, "CVODE: SUNContext_Create failed");
  context_.reset(context);
  const sunindextype n = problem_.size();
  begin_.reset(N_VMake_Serial(n, y_.data(), context));
  end_.reset(N_VNew_Serial(n, context));
  error_.reset(N_VNew_Serial(n, context));
  view_.reset(N_VMake_Serial(n, y_.data(), context));

  memory_.reset(CVodeCreate(formula_ == CvodeFormula::bdf ? CV_BDF : CV_ADAMS, context));
  check(CVodeInit(memory_.get(), rate_callback, 0, begin_.get()), "CVodeInit");
  check(CVodeSetUserData(memory_.get(), this), "CVodeSetUserData");
  // CVODE prints nothing: the exceptions carry its messages.
  check(CVodeSetErrHandlerFn(
            memory_.get(), [](int, const char*, const char*, char*, void*) {}, nullptr),
        "CVodeSetErrHandlerFn");
  check(CVodeWFtolerances(memory_.get(), weight_callback), "CVodeWFtolerances");
}

void CvodeIntegrator::set_solver() {
  const sunindextype n = problem_.size();
  if (formula_ == CvodeFormula::adams) {
    fixed_point_.reset(SUNNonlinSol_FixedPoint(begin_.get(), 0, context_.get()));
    check(CVodeSetNonlinearSolver(memory_.get(), fixed_point_.get()), "CVodeSetNonlinearSolver");
    return;
  }
  check(CVodeSetProjFn(memory_.get(), project_callback), "CVodeSetProjFn");
  if (auto own = problem_.make_linear_solver()) {
    equations_.emplace(std::move(own), problem_, rate_function(), context_.get());
    check(CVodeSetLinearSolver(memory_.get(), equations_->solver(), equations_->matrix()),
          "CVodeSetLinearSolver");
    check(CVodeSetLinSysFn(memory_.get(), equations_callback), "CVodeSetLinSysFn");
    return;
  }
  jacobian_.resize(problem_.size() * problem_.dynamic_size());
  matrix_.reset(SUNDenseMatrix(n, n, context_.get()));
  linear_solver_.reset(SUNLinSol_Dense(begin_.get(), matrix_.get(), context_.get()));
  check(CVodeSetLinearSolver(memory_.get(), linear_solver_.get(), matrix_.get()), "CVodeSetLinearSolver");
  check(CVodeSetJacFn(memory_.get(), jacobian_callback), "CVodeSetJacFn");
}

void CvodeIntegrator::set_options() {
  check(CVodeSetMinStep(memory_.get(), options_.smallest_step), "CVodeSetMinStep");
  check(CVodeSetMaxStep(memory_.get(), options_.largest_step), "CVodeSetMaxStep");
}

void CvodeIntegrator::do_start() {
  history_.clear();
  begin_here(options_.initial_step);
}

void CvodeIntegrator::do_restart(Restart) { do_start(); }

/// Starts with order one at (time_, y_), with the given length of the first step, or a length that CVODE
/// chooses if it is zero.
void CvodeIntegrator::begin_here(double first_step) {
  check(CVodeReInit(memory_.get(), time_, begin_.get()), "CVodeReInit");
  check(CVodeSetInitStep(memory_.get(), first_step), "CVodeSetInitStep");
  error_failures_ = solver_failures_ = 0;
  begin_anew_ = false;
  next_step_ = first_step;
}

void CvodeIntegrator::do_step(double end) {
  if (begin_anew_) begin_here(options_.initial_step);
  for (int repetitions = 0;; ++repetitions) {
    const double t1 = take_step(end);
    if (finish_step(t1)) return;
    ++statistics_.failure_rejections;
    if (repetitions == repetition_limit) give_up("the rates at the end of a step could not be computed");
    begin_here((t1 - time_) / 4);
  }
}

/// Lets CVODE take a step, and returns the time of its end.
double CvodeIntegrator::take_step(double end) {
  // CVODE chooses its first step from the first `end` it sees, which must be finite.
  const bool finite = std::isfinite(end);
  check(CVodeSetStopTime(memory_.get(), finite ? end : std::numeric_limits<double>::max()),
        "CVodeSetStopTime");
  double t1 = time_;
  const int flag = CVode(memory_.get(), finite ? end : time_ + std::max(1.0, std::abs(time_)), end_.get(),
                         &t1, CV_ONE_STEP);
  count_rejections();
  if (flag < 0) {
    history_.add(last_attempt());
    give_up(meaning(flag));
  }
  if (t1 < end && t1 - time_ <= 4 * std::numeric_limits<double>::epsilon() * std::abs(t1))
    give_up("steps became too short for the precision of time");
  return t1;
}

/// Completes a step that CVODE has taken: projects its end (Adams) and computes the rates there. Returns
/// false, and changes nothing, if that is not possible.
bool CvodeIntegrator::finish_step(double t1) {
  const Out<double> y = elements(end_.get());
  const bool failed = guarded([&] {
    if (formula_ == CvodeFormula::adams) {
      copy(y, scratch_);
      if (project(t1, y, {})) {
        add_scaled(-1, y, scratch_);
        begin_anew_ = problem_.measure_error(t1, y, scratch_, options_.norm).size > options_.accuracy;
      }
    }
    evaluate(t1, y, new_ydot_);
    require_finite("the rate of ", t1, new_ydot_);
  });
  StepAttempt attempt = last_attempt();
  attempt.failed = failed;
  history_.add(attempt);
  if (failed) return false;

  count_step(t1 - time_, attempt.error);
  if (formula_ == CvodeFormula::bdf) ++statistics_.implicit_steps;
  copy(y, y_), copy(new_ydot_, ydot_);
  previous_time_ = time_;
  time_ = t1;
  check(CVodeGetCurrentStep(memory_.get(), &next_step_), "CVodeGetCurrentStep");
  return true;
}

/// The last step that CVODE has tried, with its error estimate.
StepAttempt CvodeIntegrator::last_attempt() {
  StepAttempt attempt{time_};
  CVodeGetLastStep(memory_.get(), &attempt.length);
  CVodeGetEstLocalErrors(memory_.get(), error_.get());
  const ErrorSize size = problem_.measure_error(time_, y_, values(error_.get()), options_.norm);
  attempt.error = size.size / options_.accuracy;
  attempt.worst = size.worst;
  return attempt;
}

void CvodeIntegrator::count_rejections() {
  long error_failures = 0, solver_failures = 0;
  CVodeGetNumErrTestFails(memory_.get(), &error_failures);
  CVodeGetNumStepSolveFails(memory_.get(), &solver_failures);
  statistics_.error_rejections += error_failures - std::exchange(error_failures_, error_failures);
  statistics_.failure_rejections += solver_failures - std::exchange(solver_failures_, solver_failures);
}

void CvodeIntegrator::give_up(const std::string& reason) {
  previous_time_ = time_;  // CVODE's history is that of the failed step
  begin_anew_ = true;
  history_.give_up(*this, problem_, reason);
}

/// The problem's weights divided by the accuracy, times a factor that turns the mean over all variables into
/// the mean over the variable's part, or into a sum.
void CvodeIntegrator::calc_weights(In<double> y, Out<double> weights) {
  const int n = problem_.size(), nq = problem_.nq(), nu = problem_.nu();
  problem_.calc_error_weights(time_, y, weights);
  for (int i = 0; i < n; ++i) {
    const int part = i < nq ? nq : i < nq + nu ? nu : std::max(1, n - nq - nu - problem_.integrals());
    const double factor =
        options_.norm == ErrorNorm::rms ? std::sqrt(double(n) / part) : std::sqrt(double(n));
    weights[i] = factor * std::max(weights[i], least_weight) / options_.accuracy;
  }
}

/// CVODE's own increments for differences.
void CvodeIntegrator::calc_increments(In<double> y, In<double> ydot, In<double> weights,
                                      Out<double> increments) {
  const int n = problem_.dynamic_size();
  double h = 0, squares = 0;
  CVodeGetCurrentStep(memory_.get(), &h);
  for (int i = 0; i < n; ++i) squares += weights[i] * weights[i] * ydot[i] * ydot[i];
  const double epsilon = std::numeric_limits<double>::epsilon();
  const double least = squares > 0 ? 1000 * std::abs(h) * epsilon * std::sqrt(n * squares) : 1.0;
  for (int j = 0; j < n; ++j)
    increments[j] = std::max(std::sqrt(epsilon) * std::abs(y[j]), least / weights[j]);
}

/// ∂ẏ/∂y, exact or by forward differences. No rate depends on integrals: their columns are zero.
void CvodeIntegrator::calc_jacobian(double t, In<double> y, In<double> ydot, In<double> weights,
                                    Out<double> moved, SUNMatrix jacobian) {
  const int n = problem_.dynamic_size();
  ++statistics_.jacobians;
  const JacobianPoint point{t, y, ydot};
  std::fill(jacobian_.begin(), jacobian_.end(), 0.0);
  if (calc_exact_jacobian(problem_, point, part(jacobian_, 0, n * n))) {
    ++statistics_.exact_jacobians;
  } else {
    calc_increments(y, ydot, weights, scratch_);
    difference_rates(problem_, point, scratch_, rate_function(), {moved, new_ydot_}, jacobian_);
  }
  for (int j = 0; j < n; ++j) {
    double* const column = SUNDenseMatrix_Column(jacobian, j);
    for (int i = 0; i < problem_.size(); ++i) column[i] = jacobian_[i * n + j];
  }
}

int CvodeIntegrator::jacobian_callback(realtype t, N_Vector y, N_Vector ydot, SUNMatrix jacobian, void* self,
                                       N_Vector moved, N_Vector weights, N_Vector) {
  auto& integrator = *static_cast<CvodeIntegrator*>(self);
  return integrator.guarded([&] {
    check(CVodeGetErrWeights(integrator.memory_.get(), weights), "CVodeGetErrWeights");
    integrator.calc_jacobian(t, values(y), values(ydot), values(weights), elements(moved), jacobian);
  });
}

/// Prepares the problem's own solver for the equations of a step. If the last Jacobian is still valid, they
/// are factored alone.
int CvodeIntegrator::equations_callback(realtype t, N_Vector y, N_Vector ydot, SUNMatrix,
                                        booleantype is_valid, booleantype* is_new, realtype gamma, void* self,
                                        N_Vector, N_Vector, N_Vector) {
  auto& integrator = *static_cast<CvodeIntegrator*>(self);
  return integrator.guarded([&] {
    CvodeEquations& equations = *integrator.equations_;
    *is_new = is_valid ? SUNFALSE : SUNTRUE;
    if (!is_valid) equations.linearize(t, values(y), values(ydot), integrator.statistics_);
    equations.factor(gamma, integrator.statistics_);
  });
}

int CvodeIntegrator::rate_callback(realtype t, N_Vector y, N_Vector ydot, void* self) {
  auto& integrator = *static_cast<CvodeIntegrator*>(self);
  return integrator.guarded([&] {
    integrator.evaluate(t, values(y), elements(ydot));
    integrator.require_finite("the rate of ", t, values(ydot));
  });
}

int CvodeIntegrator::weight_callback(N_Vector y, N_Vector weights, void* self) {
  auto& integrator = *static_cast<CvodeIntegrator*>(self);
  return integrator.guarded([&] { integrator.calc_weights(values(y), elements(weights)); });
}

int CvodeIntegrator::project_callback(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector error,
                                      void* self) {
  auto& integrator = *static_cast<CvodeIntegrator*>(self);
  return integrator.guarded([&] {
    copy(values(y), elements(correction));
    integrator.project(t, elements(correction), error == nullptr ? Out<double>() : elements(error));
    add_scaled(-1, values(y), elements(correction));
  });
}

void CvodeIntegrator::interpolate(double t, Out<double> y) const {
  check_interpolation(t, y);
  if (t == time_) return copy(y_, y);
  N_VSetArrayPointer(y.data(), view_.get());
  check(CVodeGetDky(memory_.get(), t, 0, view_.get()), "CVodeGetDky");
}

}  // namespace

bool cvode_available() { return true; }

std::unique_ptr<Integrator> make_cvode_integrator(CvodeFormula formula, InitialValueProblem& problem,
                                                  const IntegratorOptions& options) {
  return std::make_unique<CvodeIntegrator>(formula, problem, options);
}

}  // namespace sarrus::internal

#include "sarrus/rigid/internal/step_result.h"

#include <algorithm>

namespace sarrus::internal {

namespace {

void keep_worse(const ConeCertificate& found, ConeCertificate& worst) {
  if (found.complementarity + found.momentum >= worst.complementarity + worst.momentum) worst = found;
}

}  // namespace

void StepResult::note(const ConeSolution& solution) {
  if (solution.status == ConeStatus::relaxed) ++relaxed;
  factorizations += solution.certificate.newton_steps;
  keep_worse(solution.certificate, certificate);
}

void StepResult::add(const StepResult& other) {
  islands += other.islands;
  rows += other.rows;
  contacts = std::max(contacts, other.contacts);
  most_islands = std::max(most_islands, other.most_islands);
  first_tries += other.first_tries;
  factorizations += other.factorizations;
  relaxed += other.relaxed;
  limited_impacts += other.limited_impacts;
  penetration = std::max(penetration, other.penetration);
  rigid_work += other.rigid_work;
  has_moved_positions = has_moved_positions || other.has_moved_positions;
  keep_worse(other.certificate, certificate);
}

}  // namespace sarrus::internal

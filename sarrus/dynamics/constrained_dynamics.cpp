#include "sarrus/dynamics/constrained_dynamics.h"

#include <algorithm>
#include <set>

#include "sarrus/dynamics/tree_factorization.h"

namespace sarrus {

namespace {

/// Rows of Y: the speeds of a block of G and those that they hang on.
std::vector<GramGroup> find_groups(const TreePattern& pattern, const ConstraintJacobian& G) {
  std::vector<GramGroup> groups;
  for (const ConstraintJacobian::Block& block : G.blocks()) {
    std::set<int> speeds;
    for (const int k : block.speeds)
      for (int i = k; i >= 0; i = pattern.parent(i)) speeds.insert(i);
    groups.push_back({block.rows, {speeds.begin(), speeds.end()}});
  }
  return groups;
}

int find(const std::vector<int>& sorted, int value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  return at != sorted.end() && *at == value ? static_cast<int>(at - sorted.begin()) : -1;
}

}  // namespace

ConstrainedDynamics::ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G,
                                         const SpeedSet& prescribed)
    : prescribed_(prescribed),
      any_prescribed_(prescribed.count() > 0),
      mass_(tree),
      A_(find_groups(*tree.pattern(), G)),
      Y_(static_cast<std::size_t>(A_.storage_size())),
      inverse_D_(static_cast<std::size_t>(tree.nu())),
      y_(inverse_D_) {
  for (std::size_t g = 0; g < A_.groups().size(); ++g) {
    std::vector<Path>& path = paths_.emplace_back();
    const std::vector<int>& speeds = A_.groups()[g].rows;
    for (const int k : speeds)
      path.push_back({find(speeds, tree.pattern()->parent(k)), find(G.blocks()[g].speeds, k)});
  }
}

/// Rows and columns of prescribed speeds become those of the unit matrix.
void ConstrainedDynamics::hold_prescribed() {
  TreeMatrix<double>& M = mass_.matrix;
  for (int i = 0; i < M.size(); ++i) {
    double* row = M.row(i);
    const int length = M.pattern().length(i);
    const int* columns = M.pattern().columns(i);
    for (int c = 0; c < length; ++c)
      if (prescribed_.contains(i) || prescribed_.contains(columns[c])) row[c] = c == length - 1 ? 1 : 0;
  }
}

/// Y = L⁻ᵀ·Gᵀ along the paths to the world.
void ConstrainedDynamics::calc_Y(const ConstraintJacobian& G) {
  const TreePattern& pattern = mass_.matrix.pattern();
  for (std::size_t g = 0; g < paths_.size(); ++g) {
    const std::vector<Path>& path = paths_[g];
    const std::vector<int>& speeds = A_.groups()[g].rows;
    const int width = A_.groups()[g].width;
    const double* from = G.entries(G.blocks()[g]);
    double* Y = Y_.data() + A_.start(static_cast<int>(g));
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool has_entry = path[i].in_G >= 0 && !(any_prescribed_ && prescribed_.contains(speeds[i]));
      for (int r = 0; r < width; ++r)
        Y[static_cast<int>(i) * width + r] = has_entry ? from[path[i].in_G * width + r] : 0;
    }
    for (int i = static_cast<int>(path.size()) - 1; i >= 0; --i) {
      const int speed = speeds[static_cast<std::size_t>(i)];
      const double* L = mass_.matrix.row(speed);
      int column = pattern.length(speed) - 2;
      for (int k = path[static_cast<std::size_t>(i)].parent; k >= 0;
           k = path[static_cast<std::size_t>(k)].parent)
        for (int r = 0, c = column--; r < width; ++r) Y[k * width + r] -= L[c] * Y[i * width + r];
    }
  }
}

void ConstrainedDynamics::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 const ConstraintJacobian& G) {
  calc_mass_matrix(tree, position, mass_);
  if (any_prescribed_) hold_prescribed();
  factor_LTDL(mass_.matrix);
  for (int k = 0; k < tree.nu(); ++k) {
    const double D = mass_.matrix.diagonal(k);
    require(
        D > 0,
        "speed '{}' has nothing to move: its effective inertia is {}. Give the bodies beyond its joint mass "
        "and moments of inertia",
        tree.model().speeds()[static_cast<std::size_t>(k)].name, D);
    inverse_D_[static_cast<std::size_t>(k)] = 1 / D;
  }
  calc_Y(G);
  A_.factor(Y_, inverse_D_);
}

void ConstrainedDynamics::solve(In<double> f, In<double> b, Out<double> x, Out<double> lambda,
                                In<double> weights) {
  require_size(f, static_cast<int>(y_.size()), "f", "speeds of the tree");
  require_size(x, static_cast<int>(y_.size()), "x", "speeds of the tree");
  require_size(b, A_.size(), "b", "rows of the constraints");
  require_size(lambda, A_.size(), "the multipliers", "rows of the constraints");
  std::copy(f.begin(), f.end(), y_.begin());
  for (int k = 0; any_prescribed_ && k < prescribed_.size(); ++k)
    if (prescribed_.contains(k)) y_[static_cast<std::size_t>(k)] = 0;
  // λ = A⁺·(b − Yᵀ·D⁻¹·y) with y = L⁻ᵀ·f
  solve_LT(mass_.matrix, Out<double>(y_), FactorDiagonal::ones);
  const auto for_each_entry = [&](const auto& visit) {
    int row = 0;
    for (std::size_t g = 0; g < paths_.size(); ++g) {
      const int width = A_.groups()[g].width;
      const double* Y = Y_.data() + A_.start(static_cast<int>(g));
      for (const int k : A_.groups()[g].rows)
        for (int r = 0; r < width; ++r) visit(static_cast<std::size_t>(k), row + r, *Y++);
      row += width;
    }
  };
  std::copy(b.begin(), b.end(), lambda.begin());
  for_each_entry([&](std::size_t k, int row, double Y) { lambda[row] -= Y * (inverse_D_[k] * y_[k]); });
  A_.factors().solve(lambda);
  A_.factors().share(lambda, weights);
  // x = L⁻¹·D⁻¹·(y + Y·λ)
  for_each_entry([&](std::size_t k, int row, double Y) { y_[k] += Y * lambda[row]; });
  for (std::size_t k = 0; k < y_.size(); ++k) x[k] = inverse_D_[k] * y_[k];
  solve_L(mass_.matrix, x, FactorDiagonal::ones);
}

void ConstrainedDynamics::solve_free(In<double> f, Out<double> x) {
  require_size(f, static_cast<int>(y_.size()), "f", "speeds of the tree");
  require_size(x, static_cast<int>(y_.size()), "x", "speeds of the tree");
  for (int k = 0; k < static_cast<int>(y_.size()); ++k)
    x[k] = any_prescribed_ && prescribed_.contains(k) ? 0 : f[k];
  solve_LTDL(mass_.matrix, x);
}

}  // namespace sarrus

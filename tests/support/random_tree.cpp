#include "tests/support/random_tree.h"

#include "tests/support/joint_rows.h"

namespace sarrus::testing {

namespace {

class Grower {
 public:
  explicit Grower(const RandomTree& wanted) : wanted_(wanted), random_(wanted.seed), rows_(joint_rows()) {
    builder_.gravity({0.3, -0.4, -9.7});
  }
  Model grow() {
    while (count_ < wanted_.bodies) {
      const double draw = random_.number(0, 1);
      if (wanted_.floating && count_ == 0) {
        add_rigid(wanted_.reversed_base ? Joint(Free{}).reversed() : Joint(Free{}), world_name);
      } else if (draw < wanted_.massless && count_ + 1 < wanted_.bodies) {
        const std::string name = next_name();
        builder_.massless_body(name);
        connect(Pin{}, parent(), name);
        ++count_;
        add_rigid(Pin{}, name);
      } else if (draw < wanted_.massless + wanted_.line) {
        add_line();
      } else {
        add_rigid(random_joint(), parent());
      }
    }
    return builder_.build();
  }

 private:
  std::string next_name() const { return fmt::format("b{}", count_); }
  std::string parent() {
    if (bearers_.empty()) return world_name;
    if (wanted_.shape == TreeShape::chain) return bearers_.back();
    if (wanted_.shape == TreeShape::star) return bearers_.front();
    return bearers_[static_cast<std::size_t>(random_.index(static_cast<int>(bearers_.size())))];
  }
  Joint random_joint() {
    if (wanted_.joints == TreeJoints::welds) return Weld{};
    if (wanted_.joints == TreeJoints::pins) return random_.index(3) == 0 ? Joint(Slider{}) : Joint(Pin{});
    return rows_[static_cast<std::size_t>(random_.index(static_cast<int>(rows_.size())))].joint;
  }
  JointDescription& connect(const Joint& joint, const std::string& from, const std::string& to) {
    return builder_.joint("j" + to.substr(1), joint, from, to)
        .parent_frame(random_.pose())
        .child_frame(random_.pose());
  }
  void add_rigid(const Joint& joint, const std::string& from) {
    const std::string name = next_name();
    builder_.body(name, random_.inertia());
    connect(joint, from, name);
    bearers_.push_back(name);
    ++count_;
  }
  /// Adds a rod along z that turns about x, or that has no spin at all.
  void add_line() {
    const std::string name = next_name();
    builder_.line_body(name, random_.number(0.5, 2), random_.number(), random_.number(0.1, 1));
    if (wanted_.joints == TreeJoints::all && random_.index(2) == 0)
      connect(LineOrientation{}, parent(), name).child_frame(Pose<double>{});
    else
      connect(Pin{}, parent(), name).axis({1, 0, 0}).child_frame(Pose<double>{});
    ++count_;
  }

  const RandomTree& wanted_;
  Random random_;
  std::vector<JointRow> rows_;
  ModelBuilder builder_{"random tree"};
  std::vector<std::string> bearers_;
  int count_ = 0;
};

}  // namespace

Model random_tree(const RandomTree& wanted) { return Grower(wanted).grow(); }

}  // namespace sarrus::testing

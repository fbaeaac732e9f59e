#pragma once
/// @file
/// Joint types written outside the library: any complete joint type (see joint_type.h, joint_from_pose.h)
/// becomes a joint by `Custom(MyJoint{...})`, in every scalar of the list.

#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/joint/check_joint.h"

namespace sarrus {

namespace internal {

/// The joint's functions in scalar T.
template <class T>
struct CustomFunctions {
  using P = ConstantOf<T>;
  virtual ~CustomFunctions() = default;
  virtual Pose<T> pose(const T* q, const P* p) const = 0;
  virtual void columns(const T* q, const P* p, Motion<T>* H) const = 0;
  virtual Motion<T> bias(const T* q, const T* u, const P* p) const = 0;
  virtual void qdot(const T* q, const T* u, T* out) const = 0;
  virtual void speeds(const T* q, const T* rates, T* u) const = 0;
  virtual void qdot_bias(const T* q, const T* u, T* out) const = 0;
};

/// The joint's data, and its functions in every scalar.
template <class List>
struct CustomInterface;
template <class... Ts>
struct CustomInterface<TypeList<Ts...>> : CustomFunctions<Ts>... {
  using CustomFunctions<Ts>::pose...;
  using CustomFunctions<Ts>::columns...;
  using CustomFunctions<Ts>::bias...;
  using CustomFunctions<Ts>::qdot...;
  using CustomFunctions<Ts>::speeds...;
  using CustomFunctions<Ts>::qdot_bias...;
  std::string type;
  int nq = 0, nu = 0;
  bool has_quaternion = false;
  Array<QuantityInfo> coordinates, speed_infos;
  Array<ParameterInfo> parameters;
  Array<double> default_q;
  virtual void guess(const Pose<double>& X, const double* p, double* q) const = 0;
};

/// Implements the interface one scalar after the other with a user's joint type J.
template <class J, class List>
struct CustomAdapter;
template <class J>
struct CustomAdapter<J, TypeList<>> : CustomInterface<Scalars> {
  J joint;
  explicit CustomAdapter(J j) : joint(std::move(j)) {}
};
template <class J, class T, class... Rest>
struct CustomAdapter<J, TypeList<T, Rest...>> : CustomAdapter<J, TypeList<Rest...>> {
  using Base = CustomAdapter<J, TypeList<Rest...>>;
  using Base::Base, Base::pose, Base::columns, Base::bias, Base::qdot, Base::speeds, Base::qdot_bias;
  using P = ConstantOf<T>;
  Pose<T> pose(const T* q, const P* p) const override { return this->joint.pose(q, p); }
  void columns(const T* q, const P* p, Motion<T>* H) const override { this->joint.columns(q, p, H); }
  Motion<T> bias(const T* q, const T* u, const P* p) const override { return this->joint.bias(q, u, p); }
  void qdot(const T* q, const T* u, T* out) const override { this->joint.qdot(q, u, out); }
  void speeds(const T* q, const T* rates, T* u) const override { this->joint.speeds(q, rates, u); }
  void qdot_bias(const T* q, const T* u, T* out) const override { this->joint.qdot_bias(q, u, out); }
};
template <class J>
struct CustomHolder final : CustomAdapter<J, Scalars> {
  explicit CustomHolder(J j) : CustomAdapter<J, Scalars>(std::move(j)) {
    const J& user = this->joint;
    this->type = user.type, this->nq = user.nq(), this->nu = user.nu;
    this->coordinates = user.coordinates(), this->speed_infos = user.speed_infos();
    this->parameters = user.parameters(), this->default_q = user.default_q();
    if constexpr (requires { user.has_quaternion(); }) this->has_quaternion = user.has_quaternion();
    check_sizes();
  }
  void guess(const Pose<double>& X, const double* p, double* q) const override { this->joint.guess(X, p, q); }

 private:
  /// Checks that the lists are as long as the type states; all other code relies on it.
  void check_sizes() const {
    const int np = static_cast<int>(this->parameters.size());
    require(
        this->nq >= 0 && this->nq <= max_joint_coordinates && this->nu >= 0 && this->nu <= max_joint_speeds &&
            np <= max_joint_parameters,
        "joint type '{}' has {} coordinates, {} speeds and {} parameters; at most {}, {} and {} are possible",
        this->type, this->nq, this->nu, np, max_joint_coordinates, max_joint_speeds, max_joint_parameters);
    require(static_cast<int>(this->coordinates.size()) == this->nq &&
                static_cast<int>(this->default_q.size()) == this->nq &&
                static_cast<int>(this->speed_infos.size()) == this->nu,
            "joint type '{}' has nq = {} and nu = {}, but it lists {} coordinates, {} default values and {} "
            "speeds",
            this->type, this->nq, this->nu, this->coordinates.size(), this->default_q.size(),
            this->speed_infos.size());
    if constexpr (requires { J::stated_parameters; })
      require(np == J::stated_parameters,
              "joint type '{}' lists {} parameters but derives from JointFromPose<..., {}>; make the numbers "
              "equal",
              this->type, np, J::stated_parameters);
  }
};

}  // namespace internal

/// A user's joint type, behind one virtual call.
struct Custom : GeneralShape {
  static constexpr std::string_view type = "custom";
  int nu;

  template <class J>
  requires(!std::same_as<J, Custom>) explicit Custom(J joint) : nu(joint.nu) {
    functions_ = std::make_shared<internal::CustomHolder<J>>(std::move(joint));
    static_assert(check_joint<J>());
  }

  int nq() const { return functions_->nq; }
  /// True if the user's type has a function of this name that returns true: its first four coordinates are a
  /// quaternion.
  bool has_quaternion() const { return functions_->has_quaternion; }
  /// The name that the user's type has given itself.
  const std::string& type_name() const { return functions_->type; }

  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    return in<T>().pose(q, p);
  }
  template <class T, class P>
  void columns(const T* q, const P* p, Motion<T>* H) const {
    in<T>().columns(q, p, H);
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P* p) const {
    return in<T>().bias(q, u, p);
  }
  template <class T>
  void qdot(const T* q, const T* u, T* out) const {
    in<T>().qdot(q, u, out);
  }
  template <class T>
  void speeds(const T* q, const T* rates, T* u) const {
    in<T>().speeds(q, rates, u);
  }
  template <class T>
  void qdot_bias(const T* q, const T* u, T* out) const {
    in<T>().qdot_bias(q, u, out);
  }
  void guess(const Pose<double>& X, const double* p, double* q) const { functions_->guess(X, p, q); }
  Array<QuantityInfo> coordinates() const { return functions_->coordinates; }
  Array<QuantityInfo> speed_infos() const { return functions_->speed_infos; }
  Array<double> default_q() const { return functions_->default_q; }
  Array<ParameterInfo> parameters() const { return functions_->parameters; }

 private:
  template <class T>
  const internal::CustomFunctions<T>& in() const {
    return *functions_;
  }
  std::shared_ptr<const internal::CustomInterface<Scalars>> functions_;
};

}  // namespace sarrus

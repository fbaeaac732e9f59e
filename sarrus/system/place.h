#pragma once
/// @file
#include <string>
#include <string_view>

#include "sarrus/dynamics/frames.h"

namespace sarrus {

class Declaration;

/// A place on a body, for example an attachment point of a force element. It is given by the body's number or
/// name and a point or pose on it, or by the name of a frame or point of the model.
class Place {
 public:
  Place(int body) : on_(body) {}
  Place(int body, const Vec3<double>& p_B) : on_(body, p_B) {}
  Place(int body, const Pose<double>& X_BF) : on_(body, X_BF) {}
  Place(const FrameOn<double>& frame) : on_(frame) {}
  Place(const BodyFrame& frame) : on_(frame) {}
  Place(const BodyPoint& point) : on_(point) {}
  /// By the name of a body or, if no body has that name, of a frame or a point of the model.
  Place(std::string name) : name_(std::move(name)) {}
  Place(const char* name) : name_(name) {}
  Place(std::string body, const Vec3<double>& p_B) : on_(0, p_B), name_(std::move(body)), offset_(true) {}
  Place(std::string body, const Pose<double>& X_BF) : on_(0, X_BF), name_(std::move(body)), offset_(true) {}

  /// The frame in the model of the declaring element. Throws an Error if there is no such body, frame or
  /// point, or if a number is not finite.
  FrameOn<double> find(const Declaration& declaration) const;
  /// The frame in any model; error messages begin with `who`.
  FrameOn<double> find(const Model& model, const std::string& who) const;

 private:
  FrameOn<double> on_;
  std::string name_;     // empty: `on_` is complete
  bool offset_ = false;  // the name is a body's, and `on_` is the pose on it
};

/// The body with the given name or, if no body has that name, the frame or point. An unknown name is an Error
/// that suggests the nearest.
FrameOn<double> find_place(const Model& model, std::string_view name);

/// Two places on different bodies.
struct PlacePair {
  Place a, b;
  FrameOn<double> A{}, B{};  ///< Once found.

  void find(const Declaration& declaration);
};

}  // namespace sarrus

#pragma once
/// @file
namespace sarrus {

/// While one of these lives, Ctrl-C does not end the program but is noted.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Whether Ctrl-C was pressed. Pressed again after a second or two, it ends the program.
  bool interrupted() const;

 private:
  void (*before_)(int);
};

}  // namespace sarrus

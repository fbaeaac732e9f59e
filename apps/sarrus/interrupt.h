#pragma once
/// @file
namespace sarrus {

/// While one of these lives, Ctrl-C (SIGINT), a request to end (SIGTERM) and a terminal that hangs up
/// (SIGHUP) do not end the program but are noted.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Whether one of them came. Another, a second or two later, ends the program at once.
  bool interrupted() const { return signal() != 0; }
  /// The number of the one that came first; 0: none.
  int signal() const;

 private:
  using Handler = void (*)(int);
  Handler before_[3];
};

}  // namespace sarrus

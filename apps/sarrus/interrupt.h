#pragma once
/// @file
namespace sarrus {

/// While an InterruptWatch exists, Ctrl-C (SIGINT), a request to end (SIGTERM) and a terminal that hangs up
/// (SIGHUP) do not end the program but are recorded.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// True if one of the signals was received. Another one, a second or two later, ends the program at once.
  bool interrupted() const { return signal() != 0; }
  /// The number of the first signal received; 0: none.
  int signal() const;

 private:
  using Handler = void (*)(int);
  Handler before_[3];
};

}  // namespace sarrus

#include "sarrus/view/internal/live_messages.h"

#include "sarrus/view/internal/scene_json.h"

namespace sarrus::internal {

std::string status_message(const LiveStatus& status) {
  return json_text({{"type", "status"},
                    {"running", status.running},
                    {"rate", status.rate},
                    {"drag", status.drag},
                    {"pause_at_events", status.pause_at_events},
                    {"text", status.text}});
}
std::string event_message(double time, const std::string& name) {
  return json_text({{"type", "event"}, {"time", time}, {"name", name}});
}
std::string input_message(int input, double value) {
  return json_text({{"type", "input"}, {"input", input}, {"value", value}});
}
std::string saved_message(const std::string& state) {
  return json_text({{"type", "saved"}, {"state", state}});
}
std::string note_message(const std::string& text) { return json_text({{"type", "note"}, {"text", text}}); }

}  // namespace sarrus::internal

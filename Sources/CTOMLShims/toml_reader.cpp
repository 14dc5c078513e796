#define TOML_HEADER_ONLY 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "CTOMLShims.h"

namespace {

struct Visitor {
  void *context;
  void (*visit)(void *, const slip_toml_item *);

  void tell(slip_toml_event event, const toml::source_region &place, std::string_view text = {}, int64_t number = 0) const {
    const slip_toml_item item{event, text.data(), text.size(), number, place.begin.line, place.begin.column};
    visit(context, &item);
  }

  void node(const toml::node &node) const {
    const auto &place = node.source();
    if (const auto *table = node.as_table()) {
      tell(SLIP_TOML_TABLE_START, place);
      for (const auto &[key, value] : *table) {
        tell(SLIP_TOML_KEY, key.source(), key.str());
        this->node(value);
      }
      tell(SLIP_TOML_TABLE_END, place);
    } else if (const auto *array = node.as_array()) {
      tell(SLIP_TOML_ARRAY_START, place);
      for (const auto &value : *array) this->node(value);
      tell(SLIP_TOML_ARRAY_END, place);
    } else if (const auto *string = node.as_string()) {
      tell(SLIP_TOML_STRING, place, string->get());
    } else if (const auto *integer = node.as_integer()) {
      tell(SLIP_TOML_INTEGER, place, {}, integer->get());
    } else if (const auto *flag = node.as_boolean()) {
      tell(SLIP_TOML_BOOL, place, {}, flag->get() ? 1 : 0);
    } else {
      tell(SLIP_TOML_OTHER, place);
    }
  }
};

}  // namespace

void slip_toml_read(const char *bytes, size_t length, void *context,
                    void (*visit)(void *, const slip_toml_item *)) {
  const Visitor visitor{context, visit};
  try {
    const toml::table table = toml::parse(std::string_view(bytes, length));
    visitor.node(table);
  } catch (const toml::parse_error &error) {
    visitor.tell(SLIP_TOML_BROKEN, error.source(), error.description());
  } catch (const std::exception &error) {
    visitor.tell(SLIP_TOML_BROKEN, toml::source_region{}, error.what());
  }
}

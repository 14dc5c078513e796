#ifdef SLIP_TOML
#define TOML_HEADER_ONLY 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>

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

/// A dotted key opens a table for each dot, and reading and freeing those needs stack for each: more than `limit` dots in one
/// statement, outside strings and comments, are refused. Gives the byte where they are exceeded, or the length.
size_t too_many_dots(std::string_view text, size_t limit) {
  size_t dots = 0, depth = 0, at = 0;
  while (at < text.size()) {
    const char byte = text[at];
    if (byte == '"' || byte == '\'') {
      const std::string_view three = text.substr(at, 3);
      const bool is_long = three.size() == 3 && three[1] == byte && three[2] == byte;
      at += is_long ? 3 : 1;
      while (at < text.size()) {
        if (text[at] == '\\' && byte == '"') {
          at += 2;
          continue;
        }
        if (!is_long && (text[at] == byte || text[at] == '\n')) break;
        if (is_long && text.substr(at, 3) == three) {
          at += 2;
          break;
        }
        at++;
      }
      if (at < text.size() && text[at] == '\n') continue;
    } else if (byte == '#') {
      while (at < text.size() && text[at] != '\n') at++;
      continue;
    } else if (byte == '.') {
      if (++dots > limit) return at;
    } else if (byte == '[' || byte == '{') {
      depth++;
    } else if ((byte == ']' || byte == '}') && depth > 0) {
      depth--;
    } else if (byte == '\n' && depth == 0) {
      dots = 0;
    }
    at++;
  }
  return text.size();
}

}  // namespace

void slip_toml_read(const char *bytes, size_t length, void *context,
                    void (*visit)(void *, const slip_toml_item *)) {
  const Visitor visitor{context, visit};
  const std::string_view text(bytes, length);
  if (const size_t at = too_many_dots(text, 256); at < length) {
    toml::source_region place{};
    place.begin.line = static_cast<toml::source_index>(1 + std::count(text.begin(), text.begin() + at, '\n'));
    place.begin.column = 1;
    return visitor.tell(SLIP_TOML_BROKEN, place, "keys are nested too deeply");
  }
  try {
    const toml::table table = toml::parse(text);
    visitor.node(table);
  } catch (const toml::parse_error &error) {
    visitor.tell(SLIP_TOML_BROKEN, error.source(), error.description());
  } catch (const std::exception &error) {
    visitor.tell(SLIP_TOML_BROKEN, toml::source_region{}, error.what());
  }
}
#else
#include <cstring>

#include "CTOMLShims.h"

// What stands for toml++ in a package without the trait `TOML`.
void slip_toml_read(const char *, size_t, void *context, void (*visit)(void *, const slip_toml_item *)) {
  const char *why = "this program was built without a reader of TOML";
  const slip_toml_item item{SLIP_TOML_BROKEN, why, std::strlen(why), 0, 0, 0};
  visit(context, &item);
}
#endif

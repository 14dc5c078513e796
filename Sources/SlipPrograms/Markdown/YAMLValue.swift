internal import SlipBase
internal import SlipExchange

#if SLIP_YAML
  internal import CYAML
#endif

/// YAML as a value, by libyaml. Scalars are texts as they are written: what is a number or a date is for the reader to say, and only
/// what isn't quoted can be one.
///
/// ```yaml
/// tags: [bees, "queens"]        .map([("tags", .list([.text("bees"), .text("queens")]))])
/// draft: "no"                   .map([("draft", .text("no"))])
/// pages: 9                      .map([("pages", .plain("9"))])
/// ```
indirect enum YAMLValue: Sendable, Equatable {
  /// A key of a map with its value.
  struct Member: Sendable, Equatable {
    /// The key.
    var key: String
    /// Its value.
    var value: YAMLValue
  }

  /// A scalar.
  case text(String)
  /// A scalar without quotation marks that begins like a number or a date.
  case plain(String)
  /// A sequence.
  case list([YAMLValue])
  /// A mapping, in order.
  case map([Member])

  /// How many sequences and mappings may be open.
  private static let deepest = 64

  /// Reads the first document of a text; nil for a text that isn't YAML or is nested too deeply, and for mappings with two
  /// equal keys, or with a key that is no scalar, as in `{{date}}`.
  ///
  /// An alias (`*name`) is a text: nothing is ever copied, so a short text can't become a long value.
  ///
  /// Without the package trait `YAML`, and on systems that lack libyaml, no text can be read.
  init?(_ bytes: [UInt8]) {
    #if SLIP_YAML
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return nil }
      defer { yaml_parser_delete(&parser) }
      let value = bytes.withUnsafeBufferPointer { buffer -> YAMLValue? in
        yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
        return YAMLValue.read(&parser)
      }
      guard let value else { return nil }
      self = value
    #else
      return nil
    #endif
  }

  #if SLIP_YAML
    /// A sequence or mapping that is being read.
    private enum Open {
      /// A sequence with its elements so far.
      case list([YAMLValue])
      /// A mapping with its members so far, and the key that waits for a value.
      case map([Member], key: YAMLValue?)
      /// A mapping with a key that is no scalar.
      case broken
    }

    /// Reads events up to the end of the first document.
    ///
    /// No value is built by recursion, so its depth costs no stack; it is bounded all the same, because nobody writes such facts.
    private static func read(_ parser: inout yaml_parser_t) -> YAMLValue? {
      var open: [Open] = []
      var root: YAMLValue?
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
        defer { yaml_event_delete(&event) }
        var done: YAMLValue?
        switch event.type {
        case YAML_SCALAR_EVENT:
          let scalar = event.data.scalar
          let text = String(
            decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
          done = scalar.style == YAML_PLAIN_SCALAR_STYLE ? unquoted(text) : .text(text)
        case YAML_ALIAS_EVENT: done = .text("*" + String(cString: event.data.alias.anchor))
        case YAML_SEQUENCE_START_EVENT: open.append(.list([]))
        case YAML_MAPPING_START_EVENT: open.append(.map([], key: nil))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
          guard let ended = close(open.popLast()) else { return nil }
          done = ended
        case YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT: return root ?? .map([])
        default: break
        }
        guard open.count <= deepest else { return nil }
        guard let done else { continue }
        if open.isEmpty { root = done } else { add(done, to: &open[open.count - 1]) }
      }
    }

    /// The value of what ends; nil where two keys of a mapping are equal.
    private static func close(_ open: Open?) -> YAMLValue? {
      switch open {
      case .list(let values): .list(values)
      case .map(let members, _): Set(members.map(\.key)).count == members.count ? .map(members) : nil
      case .broken, nil: nil
      }
    }

    /// Adds a value to what is open.
    private static func add(_ value: YAMLValue, to open: inout Open) {
      switch open {
      case .list(var values):
        open = .list([])
        values.append(value)
        open = .list(values)
      case .broken: break
      case .map(let members, nil):
        if value.scalar != nil { open = .map(members, key: value) } else { open = .broken }
      case .map(var members, let key?):
        open = .list([])
        if let key = key.scalar { members.append(Member(key: key, value: value)) }
        open = .map(members, key: nil)
      }
    }
  #endif

  /// A scalar that stands without quotation marks.
  static func unquoted(_ text: String) -> YAMLValue {
    let first = text.utf8.first {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: ".")
    }
    return first?.isASCIIDigit ?? false ? .plain(text) : .text(text)
  }

  /// The text of a scalar; nil for anything else.
  var scalar: String? {
    switch self {
    case .text(let text), .plain(let text): text
    case .list, .map: nil
    }
  }

  /// Whether it is a scalar that may be a number or a date.
  var isPlain: Bool { if case .plain = self { true } else { false } }

  /// The scalars of a sequence, or the value itself.
  var elements: [YAMLValue] { if case .list(let values) = self { values } else { [self] } }

  /// The members of a mapping; empty for anything else.
  var members: [Member] { if case .map(let members) = self { members } else { [] } }

  /// The texts of a scalar or of a sequence of scalars; other elements as JSON.
  var texts: [String] {
    switch self {
    case .plain(let text): [text]
    case .text(let text): text.isEmpty || text == "~" || text == "null" ? [] : [text]
    case .list(let values):
      values.flatMap { value in if case .list = value { [value.json] } else { value.texts } }
    case .map: [json]
    }
  }

  /// The value as JSON, in which all scalars are strings.
  var json: String {
    switch self {
    case .text(let text), .plain(let text): YAMLValue.quoted(text)
    case .list(let values): "[" + values.map(\.json).joined(separator: ", ") + "]"
    case .map(let members):
      "{" + members.map { YAMLValue.quoted($0.key) + ": " + $0.value.json }.joined(separator: ", ") + "}"
    }
  }

  /// A text as a string of JSON.
  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case _ where scalar.value < 0x20:
        output += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}

internal import SlipDocument

/// Attributed strings in typed streams.
extension AttributedText {
  /// The text of a stream whose root is a string or an attributed string; nil for anything else.
  ///
  /// An attributed string is a string, and runs: the number of a dictionary, counted from 1, and a
  /// length. The dictionary follows where its number occurs for the first time.
  public init?(_ stream: TypedStream) {
    guard let root = stream.roots.first else { return nil }
    if let text = stream.string(root) {
      self.init(text)
      return
    }
    let values = stream.values(root)
    guard stream.isA(root, "NSAttributedString"), let text = values.first.flatMap(stream.string) else {
      return nil
    }
    self.init(text)
    var reader = TypedAttributes(stream: stream)
    var index = 1
    while index + 1 < values.count {
      guard case .integer(let number) = values[index], case .integer(let length) = values[index + 1],
        length >= 0,
        number > 0
      else { break }
      index += 2
      if number == attributes.count + 1, index < values.count, case .object = values[index] {
        attributes.append(reader.read(values[index]))
        index += 1
      }
      runs.append(Run(length: Int(clamping: length), attributes: Int(clamping: number) - 1))
    }
    losses = reader.losses
  }
}

/// Reads dictionaries of attributes.
private struct TypedAttributes {
  /// The stream.
  let stream: TypedStream
  /// Attributes that could not be kept, and how often.
  var losses: [String: Int] = [:]

  /// Creates a reader of a stream.
  init(stream: TypedStream) { self.stream = stream }

  /// The attributes of a dictionary.
  mutating func read(_ dictionary: TypedStream.Value) -> TextAttributes {
    var attributes = TextAttributes()
    for (key, value) in stream.pairs(dictionary).prefix(64) {
      // Keys of Messages say what a message is, not how it looks.
      guard let name = stream.string(key), !name.hasPrefix("__kIM"), !take(name, value, &attributes) else {
        continue
      }
      losses[name, default: 0] += 1
    }
    return attributes
  }

  /// Takes one attribute; false where nothing can be made of it.
  private func take(_ name: String, _ value: TypedStream.Value, _ attributes: inout TextAttributes) -> Bool {
    switch name {
    case "NSFont": return font(value, &attributes)
    case "NSColor", "NSBackgroundColor":
      guard let color = color(value) else { return false }
      if name == "NSColor" { attributes.style.color = color } else { attributes.style.background = color }
    case "NSUnderline": attributes.take(underline: Int(exactly: stream.number(value) ?? 0) ?? 0)
    case "NSStrikethrough": attributes.style.isStruck = stream.number(value) ?? 0 != 0
    case "NSSuperScript", "NSBaselineOffset": attributes.take(position: stream.number(value) ?? 0)
    case "NSLink":
      let parts = [value] + stream.values(value)
      guard let target = parts.lazy.compactMap(stream.string).first else { return false }
      attributes.style.link = Hyperlink(target: target)
    default: return false
    }
    return true
  }

  /// Takes a font: the first bytes among its values contain its name, behind a head and in UTF-16
  /// or ASCII, and the first fraction is its size.
  private func font(_ value: TypedStream.Value, _ attributes: inout TextAttributes) -> Bool {
    let values = stream.values(value)
    for case .bytes(let bytes) in values {
      let letters = bytes.filter { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
      guard letters.count > 2 else { continue }
      let size = values.lazy.compactMap { if case .real(let size) = $0 { size } else { nil } }.first
      attributes.take(font: String(decoding: letters, as: UTF8.self), size: size)
      return true
    }
    return false
  }

  /// The colour of a colour object: the number of its space and its channels.
  private func color(_ value: TypedStream.Value) -> DocumentColor? {
    let values = stream.values(value)
    guard case .integer(let space)? = values.first else { return nil }
    let channels = values.dropFirst().compactMap(stream.number)
    switch space {
    case 1, 2:
      guard channels.count >= 3 else { return nil }
      return DocumentColor(ArchivedColor(red: channels[0], green: channels[1], blue: channels[2]))
    case 3, 4:
      guard let white = channels.first else { return nil }
      return DocumentColor(ArchivedColor(red: white, green: white, blue: white))
    default: return nil
    }
  }
}

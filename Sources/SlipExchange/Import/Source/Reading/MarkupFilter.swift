internal import SlipBase

/// Passes HTML on with some of its tags changed, so that `HTMLReader` understands what only one program means.
///
/// ```swift
/// let html = MarkupFilter.filter(bytes) { tag in
///   tag.name == "li" && tag["data-checked"] == "true" ? .replace("<li>☑ ") : .keep
/// }
/// ```
package enum MarkupFilter {
  /// What becomes of a start tag.
  package enum Change {
    /// It stays.
    case keep
    /// Other markup stands for it; its end tag stays.
    case replace(String)
    /// It goes with all that is in it.
    case drop
    /// Other markup stands for it and all that is in it.
    case exchange(String)
  }

  /// The markup with its changes.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - change: Decides about a start tag, whose names are in small letters.
  package static func filter(_ bytes: [UInt8], _ change: (LooseXML.Tag) -> Change) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 256)
    bytes.withUnsafeBytes { bytes in
      var scanner = LooseXML()
      var start = 0
      // The element that is being dropped, and how many of its name are open.
      var dropped: (name: String, depth: Int)?
      while let token = scanner.next(in: bytes) {
        defer { start = scanner.position }
        if let open = dropped {
          switch token {
          case .start(let tag, let isEmpty) where !isEmpty && tag.name.lowercased() == open.name:
            dropped = (open.name, open.depth + 1)
          case .end(let name) where name.lowercased() == open.name:
            dropped = open.depth == 1 ? nil : (open.name, open.depth - 1)
          default: break
          }
          continue
        }
        if case .start(var tag, let isEmpty) = token {
          tag.name = tag.name.lowercased()
          switch change(tag) {
          case .keep: break
          case .replace(let markup):
            output += markup.utf8
            continue
          case .drop:
            if !isEmpty { dropped = (tag.name, 1) }
            continue
          case .exchange(let markup):
            output += markup.utf8
            if !isEmpty { dropped = (tag.name, 1) }
            continue
          }
        }
        output += bytes[start..<scanner.position]
      }
    }
    return output
  }

  /// Text as it stands in the value of an attribute.
  package static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }
}

extension LooseXML.Tag {
  /// Whether the attribute `class` has a word.
  package func hasClass(_ name: String) -> Bool {
    self["class"]?.split(whereSeparator: \.isWhitespace).contains { $0 == name } ?? false
  }
}

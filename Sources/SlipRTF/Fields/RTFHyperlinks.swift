public import SlipBase

/// Finds the targets of HYPERLINK fields (RTF 1.9.1, "Fields"), and changes them where they stand.
public enum RTFHyperlinks {
  /// Targets in the order of the file: URL or path, with `#` and the place where a `\l` switch names one.
  public static func targets(in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> [String] {
    var targets: [(offset: Int, text: String)] = []
    forEachLink(in: bytes, limits) { instruction, field in
      if let target = field.linkTarget { targets.append((instruction.offset, target)) }
    }
    return targets.sorted { $0.offset < $1.offset }.map(\.text)
  }

  /// The body with other targets. An instruction whose target changes is written anew; all else is as it was.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` counts.
  ///   - target: gets each target without what a `\l` switch says, and gives the new one, or nil to leave it.
  public static func rewrite(
    _ body: UnsafeRawBufferPointer, limits: Limits = Limits(), target: (String) -> String?
  ) -> [UInt8] {
    var changes: [(range: Range<Int>, bytes: [UInt8])] = []
    forEachLink(in: body, limits) { instruction, field in
      guard instruction.isWhole, let path = field.linkPath, let new = target(path.text) else { return }
      let content = content(
        instruction, path.range, new, hasDelimiter: body[instruction.content.lowerBound - 1] == 0x20)
      changes.append((instruction.content, content))
    }
    var output: [UInt8] = []
    var position = 0
    // One that another holds, whose text is written anew, goes with it.
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where change.range.lowerBound >= position {
      output += body[position..<change.range.lowerBound]
      output += change.bytes
      position = change.range.upperBound
    }
    return output + body[position...]
  }

  private static func forEachLink(
    in bytes: UnsafeRawBufferPointer, _ limits: Limits, _ body: (RTFInstruction, RTFField) -> Void
  ) {
    RTFInstruction.read(bytes, limits: limits) { instruction in
      guard instruction.kind == .field,
        let field = RTFField(named: "HYPERLINK", parsing: instruction.text), field.name == "HYPERLINK"
      else { return }
      body(instruction, field)
    }
  }

  /// The instruction with another target.
  private static func content(
    _ instruction: RTFInstruction, _ old: Range<Int>, _ new: String, hasDelimiter: Bool
  ) -> [UInt8] {
    var text = Array(instruction.text[..<old.lowerBound])
    text += RTFField.quoted(ascii(new)).utf8
    text += instruction.text[old.upperBound...]
    return (hasDelimiter ? [] : [0x20]) + RTFInstruction.escaped(String(decoding: text, as: UTF8.self))
  }

  /// What is not ASCII, percent-encoded: a target is a URL.
  private static func ascii(_ target: String) -> String {
    var text = ""
    for byte in target.utf8 {
      if (0x20..<0x7F).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
      }
    }
    return text
  }
}

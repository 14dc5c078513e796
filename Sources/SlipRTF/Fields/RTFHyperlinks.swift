internal import RTFSyntax
public import SlipCore

/// Finds the targets of HYPERLINK fields (RTF 1.9.1, "Fields"), and changes them in place.
public enum RTFHyperlinks {
  /// The targets in the order of the file: a URL or path, followed by `#` and a name where a `\l`
  /// switch names a place.
  ///
  /// - Parameters:
  ///   - bytes: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  public static func targets(in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> [String] {
    var targets: [(offset: Int, text: String)] = []
    forEachLink(in: bytes, limits) { instruction, field in
      if let target = field.linkTarget { targets.append((instruction.offset, target)) }
    }
    return targets.sorted { $0.offset < $1.offset }.map(\.text)
  }

  /// The body with other targets. Only instructions whose target changes are written anew; all other
  /// bytes are unchanged.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - target: receives each target without what a `\l` switch says, and returns the new one, or nil
  ///     to leave it. Characters beyond ASCII in the new target are percent-encoded.
  /// - Returns: RTF.
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
    // An instruction within another one is part of that one's text, so only the outer one is written.
    return output(body, changes)
  }

  /// The body with plain text in the place of links. What a link shows stays, with its formatting; all bytes
  /// but those of its field are unchanged.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - matches: Receives each target, and says whether its link goes.
  /// - Returns: RTF.
  public static func unlink(
    _ body: UnsafeRawBufferPointer, limits: Limits = Limits(), where matches: (String) -> Bool
  ) -> [UInt8] {
    var cuts: [Range<Int>] = []
    forEachLink(in: body, limits) { instruction, field in
      guard instruction.isWhole, let target = field.linkTarget, matches(target) else { return }
      let bytes = UnsafeRawBufferPointer(rebasing: body[...])
      cuts.append(fieldWord(before: instruction.group.lowerBound, in: bytes) ?? instruction.group)
      cuts.append(instruction.group)
      if let word = resultWord(behind: instruction.group.upperBound, in: bytes) { cuts.append(word) }
    }
    var output: [UInt8] = []
    var position = 0
    for cut in cuts.sorted(by: { $0.lowerBound < $1.lowerBound }) where cut.upperBound > position {
      output += body[position..<max(position, cut.lowerBound)]
      position = cut.upperBound
    }
    return output + body[position...]
  }

  /// The body with other RTF in the place of whole fields, each from its opening to its closing brace. All
  /// other bytes are unchanged.
  ///
  /// A field whose instruction doesn't stand directly behind its control word stays as it is.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - replacement: Receives each target, and returns RTF with balanced braces, or nil to leave the field.
  /// - Returns: RTF.
  public static func replace(
    _ body: UnsafeRawBufferPointer, limits: Limits = Limits(), with replacement: (String) -> [UInt8]?
  ) -> [UInt8] {
    var new: [Int: [UInt8]] = [:]
    forEachLink(in: body, limits) { instruction, field in
      guard instruction.isWhole, let target = field.linkTarget,
        let word = fieldWord(before: instruction.group.lowerBound, in: body)
      else { return }
      new[word.lowerBound - 1] = replacement(target)
    }
    guard !new.isEmpty else { return Array(body) }
    // One walk finds all ends, so nested fields cost no more than others.
    var changes: [(range: Range<Int>, bytes: [UInt8])] = []
    var open: [Int] = []
    var tokenizer = Tokenizer(body)
    while let token = tokenizer.next() {
      if token.kind == .groupStart { open.append(token.offset) }
      guard token.kind == .groupEnd, let start = open.popLast() else { continue }
      if let bytes = new[start] { changes.append((start..<token.end, bytes)) }
    }
    return output(body, changes)
  }

  /// The body with these changes. Of changes within each other, the outer one counts.
  private static func output(
    _ body: UnsafeRawBufferPointer, _ changes: [(range: Range<Int>, bytes: [UInt8])]
  ) -> [UInt8] {
    var output: [UInt8] = []
    var position = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where change.range.lowerBound >= position {
      output += body[position..<change.range.lowerBound]
      output += change.bytes
      position = change.range.upperBound
    }
    return output + body[position...]
  }

  /// The control words between the brace that opens a field and its instruction, such as `\field\flddirty`.
  ///
  /// - Returns: Their range; nil where something else is there.
  private static func fieldWord(before end: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let brace = bytes[..<end].lastIndex(where: { $0 == 0x7B || $0 == 0x7D }), bytes[brace] == 0x7B,
      bytes[(brace + 1)...].starts(with: "\\field".utf8)
    else { return nil }
    return brace + 1..<end
  }

  /// The control word that begins the result of a field, with its delimiter.
  ///
  /// - Returns: Its range; nil where something else follows the instruction.
  private static func resultWord(behind start: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    let rest = bytes[start...]
    guard let brace = rest.firstIndex(where: { ![0x20, 0x0A, 0x0D].contains($0) }), bytes[brace] == 0x7B,
      bytes[(brace + 1)...].starts(with: "\\fldrslt".utf8)
    else { return nil }
    let end = brace + 1 + "\\fldrslt".utf8.count
    let hasDelimiter = end < bytes.count && bytes[end] == 0x20
    return brace + 1..<(hasDelimiter ? end + 1 : end)
  }

  /// Calls `body` for each HYPERLINK field.
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

  /// The content of an instruction's group with another target.
  ///
  /// - Parameters:
  ///   - old: where the target stands in the text of the instruction.
  ///   - hasDelimiter: whether a space delimits the control word before the content.
  private static func content(
    _ instruction: RTFInstruction, _ old: Range<Int>, _ new: String, hasDelimiter: Bool
  ) -> [UInt8] {
    var text = Array(instruction.text[..<old.lowerBound])
    text += RTFField.quoted(ascii(new)).utf8
    text += instruction.text[old.upperBound...]
    return (hasDelimiter ? [] : [0x20]) + RTFInstruction.escaped(String(decoding: text, as: UTF8.self))
  }

  /// A target as ASCII: other bytes are percent-encoded, as the target is a URL.
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

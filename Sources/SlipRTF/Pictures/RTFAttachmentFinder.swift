internal import RTFSyntax
package import SlipCore

/// A `\NeXTGraphic` group in RTF.
package struct RTFFoundAttachment: Equatable {
  /// The name of the file as the text spells it.
  package var name: String
  /// The target of the link around it; nil when there is none.
  package var link: String?
  /// The width in twips; 0 when the text doesn't say.
  package var width: Int
  /// The height in twips; 0 when the text doesn't say.
  package var height: Int
  /// The bytes of its group.
  package var range: Range<Int>
  /// Spaces and tabs in the group before the control word, which are text.
  package var leading: [UInt8]
  /// The placeholder character behind the group; empty where there is none.
  package var placeholder: Range<Int>
}

/// Finds the attachments of an RTF text, including hidden ones, with the interpreter that also extracts
/// its text.
///
/// So names are decoded like all text, and attachments in groups that readers skip are not found. In
///
/// ```
/// {{\NeXTGraphic sound.wav \width640 \height640}\'ac}
/// ```
///
/// the attachment is the inner group, and `\'ac` is its placeholder.
package struct RTFAttachmentFinder: RTFPartialSink {
  static var wantsFormatting: Bool { true }

  /// An attachment as the interpreter reports it.
  private struct Found {
    var attachment: RTFAttachment
    var link: String?
    var placeholder: (offset: Int, skipCount: Int)?
  }

  /// The attachments so far.
  private var found: [Found] = []
  /// The targets of the open fields, each with that of the field around it as default.
  private var links: [String?] = []

  /// The attachments in the order of the text. An attachment within another one is left out.
  package static func attachments(in bytes: UnsafeRawBufferPointer, limits: Limits) -> [RTFFoundAttachment] {
    guard RTFByteSearch.holds("\\NeXTGraphic", in: bytes) else { return [] }
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: RTFAttachmentFinder())
    _ = interpreter.run()
    var end = 0
    var result: [RTFFoundAttachment] = []
    for found in interpreter.sink.found {
      let attachment = found.attachment
      guard !attachment.range.isEmpty, !attachment.path.isEmpty, attachment.range.lowerBound >= end else {
        continue
      }
      let placeholder = placeholder(found, in: bytes)
      end = placeholder.upperBound
      result.append(
        RTFFoundAttachment(
          name: attachment.path, link: found.link, width: Int(max(0, attachment.width)),
          height: Int(max(0, attachment.height)),
          range: attachment.range, leading: leading(attachment.range, bytes), placeholder: placeholder))
    }
    return result
  }

  /// The white space of the group before its control word; only `\*` and line ends may stand there as
  /// well.
  private static func leading(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var leading: [UInt8] = []
    var at = range.lowerBound + 1
    while at + 1 < range.upperBound {
      switch (bytes[at], bytes[at + 1]) {
      case (0x20, _), (0x09, _): leading.append(bytes[at])
      case (0x0A, _), (0x0D, _): break
      case (0x5C, 0x2A): at += 1
      default: return leading
      }
      at += 1
    }
    return leading
  }

  /// The bytes of the placeholder character: a byte, an escape, or `\u` with its fallback. Empty,
  /// behind the group, when none follows.
  private static func placeholder(_ found: Found, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    let end = found.attachment.range.upperBound
    guard let (offset, skipCount) = found.placeholder, offset >= end else { return end..<end }
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = offset
    guard let token = tokenizer.next(), token.kind != .text else { return offset..<(offset + 1) }
    return offset..<endOfFallback(&tokenizer, bytes, skipCount, token.end)
  }

  /// The end of the fallback characters behind `\u`, counted as the interpreter counts them: a byte, an
  /// escape or a control word is one character.
  ///
  /// - Parameters:
  ///   - tokenizer: stands behind the control word.
  ///   - bytes: the text.
  ///   - count: how many characters they are, as `\uc` says.
  ///   - start: the end of the control word, which is the result when there are none.
  private static func endOfFallback(
    _ tokenizer: inout Tokenizer, _ bytes: UnsafeRawBufferPointer, _ count: Int, _ start: Int
  ) -> Int {
    var (left, end) = (count, start)
    while left > 0, let token = tokenizer.next() {
      switch token.kind {
      case .text:
        end = token.offset + min(left, token.end - token.offset)
        left -= token.end - token.offset
        continue
      case .hexByte where token.parameter < 0: continue
      case .hexByte, .binary: break
      case .controlSymbol where token.parameter != 0x0A && token.parameter != 0x0D: break
      case .controlWord
      where !RTFInterpreter<RTFAttachmentFinder>.endsSkipping(ControlWordTable.rows[Int(token.word)].action):
        break
      default: return end
      }
      end = token.end
      left -= 1
    }
    return end
  }

  /// Notes an attachment with the link around it. Pictures of INCLUDEPICTURE fields are none.
  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {
    if !attachment.isField { found.append(Found(attachment: attachment, link: links.last ?? nil)) }
  }

  /// Notes the placeholder of the last attachment.
  mutating func attachmentPlaceholder(at offset: Int, skipCount: Int) {
    guard let last = found.indices.last, found[last].placeholder == nil else { return }
    found[last].placeholder = (offset, skipCount)
  }

  /// Notes the target of a field; within a field without target that of the field around it applies.
  mutating func fieldStart(_ field: RTFField) { links.append(field.linkTarget ?? links.last ?? nil) }
  mutating func fieldEnd() { _ = links.popLast() }
}

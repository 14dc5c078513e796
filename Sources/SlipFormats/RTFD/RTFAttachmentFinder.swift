internal import RTFSyntax
internal import SlipBase

/// A `\NeXTGraphic` as it stands in RTF.
struct RTFFoundAttachment: Equatable {
  /// The file's name as the text says it.
  var name: String
  /// Where the text around it links to.
  var link: String?
  /// In twips, 0 when the file doesn't say.
  var width: Int
  var height: Int
  /// Its group.
  var range: Range<Int>
  /// The character behind the group that holds its place; empty where there is none.
  var placeholder: Range<Int>
}

/// Finds the attachments of an RTF text, hidden ones included, with the interpreter that makes the mirror.
struct RTFAttachmentFinder: RTFSink {
  static var wantsFormatting: Bool { true }

  private(set) var found: [(attachment: RTFAttachment, link: String?)] = []
  private var links: [String?] = []

  /// In the order of the text.
  static func attachments(in bytes: UnsafeRawBufferPointer, limits: Limits) -> [RTFFoundAttachment] {
    guard RTFPictures.holds("\\NeXTGraphic", in: bytes) else { return [] }
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: RTFAttachmentFinder())
    _ = interpreter.run()
    var end = 0
    var result: [RTFFoundAttachment] = []
    for (attachment, link) in interpreter.sink.found where attachment.range.lowerBound >= end {
      let placeholder = placeholder(behind: attachment, in: bytes)
      end = max(attachment.range.upperBound, placeholder.upperBound)
      result.append(
        RTFFoundAttachment(
          name: attachment.path, link: link, width: Int(max(0, attachment.width)),
          height: Int(max(0, attachment.height)),
          range: attachment.range, placeholder: placeholder))
    }
    return result
  }

  /// A raw 0xAC, `\'ac`, or `\u` with a number that stands for it, with the characters for readers without Unicode.
  private static func placeholder(
    behind attachment: RTFAttachment, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    let none = attachment.range.upperBound..<attachment.range.upperBound
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = attachment.range.upperBound
    var skipCount = Int(attachment.skipCount)
    while let token = tokenizer.next() {
      switch token.kind {
      case .text: return bytes[token.offset] == 0xAC ? token.offset..<(token.offset + 1) : none
      case .hexByte: return token.parameter == 0xAC ? token.offset..<token.end : none
      case .controlWord:
        switch ControlWordTable.rows[Int(token.word)].action {
        case .unicodeSkip: skipCount = token.hasParameter ? Int(max(0, token.parameter)) : 1
        case .unicode:
          guard [0xFFFC, -4, 0x200B, 0xAC].contains(token.parameter) else { return none }
          return token.offset..<endOfFallback(&tokenizer, bytes, skipCount, token.end)
        default: return none
        }
      default: return none
      }
    }
    return none
  }

  private static func endOfFallback(
    _ tokenizer: inout Tokenizer, _ bytes: UnsafeRawBufferPointer, _ count: Int, _ start: Int
  ) -> Int {
    var (left, end) = (count, start)
    while left > 0, let token = tokenizer.next() {
      switch token.kind {
      case .text:
        end = token.offset + min(left, token.end - token.offset)
        left -= token.end - token.offset
      case .hexByte:
        end = token.end
        left -= 1
      default: return end
      }
    }
    return end
  }

  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {
    if !attachment.isField, !attachment.range.isEmpty, !attachment.path.isEmpty {
      found.append((attachment, links.last ?? nil))
    }
  }

  mutating func fieldStart(_ field: RTFField) { links.append(field.linkTarget ?? links.last ?? nil) }
  mutating func fieldEnd() { _ = links.popLast() }

  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {}
  mutating func tab(_ style: RTFCharacterState) {}
  mutating func lineBreak(_ style: RTFCharacterState) {}
  mutating func breakHere(_ kind: Int32, depth: Int32) {}
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {}
  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32) {}
  mutating func cellEnd(depth: Int32, endsParagraph: Bool, _ paragraph: RTFParagraphState) {}
  mutating func rowEnd(depth: Int32, _ row: RTFRow) {}
  mutating func tablesEnd(depth: Int32) {}
  mutating func tablesCutOff() {}
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) {}
  mutating func object(_ object: RTFObject, _ style: RTFCharacterState) {}
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {}
  mutating func noteEnd(_ note: RTFNote) {}
  mutating func textBoxStart() {}
  mutating func textBoxEnd() {}
  mutating func headerStart(_ kind: Int32) {}
  mutating func headerEnd(_ kind: Int32) {}
  mutating func bookmarkStart(_ name: String) {}
  mutating func bookmarkEnd(_ name: String) {}
  mutating func information(_ field: Int32, _ text: String) {}
  mutating func information(_ field: Int32, _ date: RTFDate) {}
  mutating func userProperty(name: String, value: String) {}
  mutating func tablesChanged(_ tables: RTFTables) {}
  mutating func documentEnd() {}
}

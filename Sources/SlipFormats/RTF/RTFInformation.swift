internal import RTFSyntax
internal import SlipBase
public import SlipDocument

/// Reads the information group (RTF 1.9.1, "Information Group") and nothing else of a file.
public enum RTFInformation {
  /// Longer texts are cut off.
  private static let longest = 65_536

  /// Title, subject, author, keywords (in one piece, as they stand) and dates. A file without an information group has none.
  public static func read(_ bytes: UnsafeRawBufferPointer) -> DocumentInfo {
    var info = DocumentInfo()
    guard RTFPictures.holds("\\info", in: bytes) else { return info }
    var tokenizer = Tokenizer(bytes)
    var codePage = 1252
    while let token = tokenizer.next() {
      guard token.kind == .controlWord else { continue }
      let row = ControlWordTable.rows[Int(token.word)]
      switch row.action {
      case .characterSet: codePage = Int(row.value)
      case .codePage: codePage = Int(token.hasParameter ? token.parameter : row.value)
      case .info:
        read(&tokenizer, bytes, codePage, &info)
        return info
      default: break
      }
    }
    return info
  }

  /// The code page of the document's text where no font says otherwise.
  static func codePage(of bytes: UnsafeRawBufferPointer) -> Int {
    var tokenizer = Tokenizer(bytes)
    var codePage = 1252
    // It stands before the font table.
    while let token = tokenizer.next() {
      guard token.kind == .controlWord else { continue }
      let row = ControlWordTable.rows[Int(token.word)]
      switch row.action {
      case .characterSet: codePage = Int(row.value)
      case .codePage: return Int(token.hasParameter ? token.parameter : row.value)
      case .fontTable, .paragraphReset: return codePage
      default: break
      }
    }
    return codePage
  }

  /// The groups within the information group.
  private static func read(
    _ tokenizer: inout Tokenizer, _ bytes: UnsafeRawBufferPointer, _ codePage: Int, _ info: inout DocumentInfo
  ) {
    var depth = 0
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd:
        if depth == 0 { return }
        depth -= 1
      case .controlWord where depth == 1:
        let row = ControlWordTable.rows[Int(token.word)]
        switch row.action {
        case .infoText:
          set(row.value, text(&tokenizer, bytes, codePage), &info)
          depth -= 1
        case .infoDate:
          set(row.value, date(&tokenizer), &info)
          depth -= 1
        default: break
        }
      default: break
      }
    }
  }

  /// Up to the brace that closes the group.
  private static func text(
    _ tokenizer: inout Tokenizer, _ bytes: UnsafeRawBufferPointer, _ codePage: Int
  ) -> String {
    var text = RTFShortText(codePage: codePage, limit: longest)
    text.takeGroup(&tokenizer, in: bytes)
    return text.text
  }

  private static func date(_ tokenizer: inout Tokenizer) -> CalendarDate {
    var date = CalendarDate(year: 0, month: 1, day: 1)
    var depth = 0
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd:
        if depth == 0 { return date }
        depth -= 1
      case .controlWord:
        let number = Int(token.parameter)
        switch ControlWordTable.rows[Int(token.word)].action {
        case .year: date.year = number
        case .month: date.month = number
        case .day: date.day = number
        case .hour: date.hour = number
        case .minute: date.minute = number
        case .second: date.second = number
        default: break
        }
      default: break
      }
    }
    return date
  }

  private static func set(_ field: Int32, _ text: String, _ info: inout DocumentInfo) {
    guard !text.isEmpty else { return }
    switch field {
    case ControlValue.title: info.title = text
    case ControlValue.subject: info.subject = text
    case ControlValue.author: info.author = text
    case ControlValue.keywords: info.keywords = [text]
    default: break
    }
  }

  private static func set(_ field: Int32, _ date: CalendarDate, _ info: inout DocumentInfo) {
    switch field {
    case ControlValue.created: info.created = date
    case ControlValue.modified: info.modified = date
    default: break
    }
  }
}

internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// A table as CSV (RFC 4180), such as a database of Notion.
///
/// Values in quotation marks may have commas and line ends; two marks within them are one. A mark in the middle of a value is
/// itself. Rows may be shorter or longer than the list of columns, and end in LF, CR LF or CR.
struct NotionTable {
  /// The names of the columns.
  private(set) var columns: [String] = []
  /// The rows, each with as many values as it has.
  private(set) var rows: [[String]] = []
  /// Whether there are more rows than were read.
  private(set) var isCut = false
  /// Whether the file ends within quotation marks.
  private(set) var isUnclosed = false

  /// The most rows of a table in a note.
  private static let mostRows = 2_000
  /// The most columns.
  private static let mostColumns = 256

  /// Reads a file in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - separator: The sign between values.
  ///   - most: The most rows that are read, besides the names of the columns.
  init(_ text: [UInt8], separator: UInt8 = UInt8(ascii: ","), rows most: Int = mostRows) {
    var position = 0
    while position < text.count, !isCut {
      let row = row(text, separator, &position)
      if row == [""] { continue }
      if columns.isEmpty {
        columns = row
      } else if rows.count < most {
        rows.append(row)
      } else {
        isCut = true
      }
    }
  }

  /// The values of the next row.
  private mutating func row(_ text: [UInt8], _ separator: UInt8, _ position: inout Int) -> [String] {
    var row: [String] = []
    var value: [UInt8] = []
    var (isQuoted, isAtStart) = (false, true)
    while position < text.count {
      let byte = text[position]
      position += 1
      switch byte {
      case 0x22 where isQuoted && position < text.count && text[position] == UInt8(ascii: "\""):
        value.append(byte)
        position += 1
      case 0x22 where isQuoted: isQuoted = false
      case 0x22 where isAtStart: isQuoted = true
      case separator where !isQuoted:
        if row.count < NotionTable.mostColumns { row.append(String(decoding: value, as: UTF8.self)) }
        value = []
        isAtStart = true
        continue
      case 0x0D where !isQuoted, 0x0A where !isQuoted:
        if byte == 0x0D, position < text.count, text[position] == 0x0A { position += 1 }
        row.append(String(decoding: value, as: UTF8.self))
        return row
      default: value.append(byte)
      }
      isAtStart = false
    }
    isUnclosed = isQuoted
    row.append(String(decoding: value, as: UTF8.self))
    return row
  }

  /// The table as a document.
  var document: Document {
    var builder = DocumentBuilder()
    let rows = ([columns] + rows).enumerated().map { number, row in
      row.map { value in
        builder.text(value, number == 0 ? CharacterStyle([.bold]) : CharacterStyle())
        return builder.takeInlines()
      }
    }
    builder.table(rows, headers: 1)
    return builder.document
  }
}

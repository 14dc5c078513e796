internal import SlipCore
internal import SlipDocument

/// The header of a message or of a part (RFC 5322, 2047, 2231).
package struct MIMEHeaders: Sendable {
  /// A field.
  private struct Field: Sendable {
    /// The name in small letters.
    var name: String
    /// The value without line ends, as it stands.
    var value: [UInt8]
  }

  /// The fields in order.
  private var fields: [Field] = []
  /// Where the body begins.
  package private(set) var end = 0
  /// Whether something follows it, even if it is only the empty line that ends it.
  package private(set) var isEnded = false

  /// The most fields that are read.
  private static let most = 10_000
  /// The longest name of a field.
  private static let longestName = 128

  /// Where a message begins: behind a byte order mark, blanks and empty lines.
  package static func start(_ bytes: some Collection<UInt8>) -> Int {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return mark
      + bytes.dropFirst(mark).prefix(1_024).prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      .count
  }

  /// The bytes with line feeds at the ends of lines where a file has nothing but CR there, as old Macs wrote it.
  package static func withLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    endsInReturns(bytes) ? bytes.withLineFeeds() : bytes
  }

  /// Whether lines end in nothing but CR, by the beginning of a file.
  package static func endsInReturns(_ bytes: some Collection<UInt8>) -> Bool {
    let head = bytes.prefix(65_536)
    return head.contains(0x0D) && !head.contains(0x0A)
  }

  /// Reads a header. A line that is no field begins the body.
  ///
  /// - Parameters:
  ///   - bytes: All bytes.
  ///   - range: Where the header and what follows it are.
  package init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    var place = range.lowerBound
    while place < range.upperBound, fields.count < MIMEHeaders.most {
      let stop = bytes[place..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      let next = min(stop + 1, range.upperBound)
      let line = bytes[place..<(stop > place && bytes[stop - 1] == UInt8(ascii: "\r") ? stop - 1 : stop)]
      if line.isEmpty {
        (place, isEnded) = (next, true)
        break
      }
      if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t"), !fields.isEmpty {
        // Only blanks before anything else are no continuation of a field.
        fields[fields.count - 1].value.append(0x20)
        fields[fields.count - 1].value += line.drop { $0 == 0x20 || $0 == 0x09 }
      } else if fields.last?.value.last == UInt8(ascii: ";"), MIMEHeaders.isParameter(line) {
        // A further parameter without the blank that makes it one.
        fields[fields.count - 1].value += [0x20] + line
      } else if let field = MIMEHeaders.field(line) {
        fields.append(field)
      } else if fields.isEmpty,
        line.starts(with: "From ".utf8) || line.starts(with: ">From ".utf8)
      {
        // The line with which a mailbox separates messages.
      } else {
        isEnded = true
        break
      }
      place = next
    }
    end = place
  }

  /// Whether a line begins as a parameter does: `name=`, `filename*0=`.
  private static func isParameter(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    let name = line.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "*") }
    return !name.isEmpty && line[name.endIndex...].first == UInt8(ascii: "=")
  }

  /// The field in a line; nil for other lines.
  private static func field(_ line: Slice<UnsafeRawBufferPointer>) -> Field? {
    guard let colon = line.prefix(longestName).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    var name = line[..<colon]
    while let last = name.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      name = name.dropLast()
    }
    guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    return Field(
      name: String(decoding: name, as: UTF8.self).lowercased(),
      value: Array(line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }))
  }

  /// Whether a field is there.
  package func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

  /// How many fields of these names there are, each counted once.
  package func count(of names: Set<String>) -> Int { Set(fields.map(\.name)).intersection(names).count }

  /// The value of the first field of a name, as it stands; nil where there is none.
  package func raw(_ name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }

  /// The value of the first field of a name, decoded and without blanks at its ends; nil where there is none or a blank one.
  package subscript(_ name: String) -> String? {
    guard let value = raw(name) else { return nil }
    let text = MIMEWords.decode(value).trimmingBlanks()
    return text.isEmpty ? nil : text
  }

  /// The values of all fields of a name.
  package func all(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map { MIMEWords.decode($0.value).trimmingBlanks() }.filter {
      !$0.isEmpty
    }
  }

  /// The value of a field without its parameters, in small letters, such as `text/html`.
  package func value(_ name: String) -> String {
    let bytes = raw(name) ?? []
    let text = bytes[..<MIMEParameters.end(ofValue: bytes)]
    return String(decoding: text, as: UTF8.self).filter { $0 != "\"" }.trimmingBlanks().lowercased()
  }

  /// A parameter of a field, decoded; nil where it is missing.
  package func parameter(_ name: String, of field: String) -> String? {
    raw(field).flatMap { MIMEParameters($0)[name] }
  }
}

/// Words in a header that are encoded (RFC 2047): `=?utf-8?Q?caf=C3=A9?=`.
enum MIMEWords {
  /// The text of a value. Bytes beyond ASCII are UTF-8, or else Windows-1252.
  static func decode(_ value: [UInt8]) -> String {
    var output = ""
    // The bytes of neighbouring words of one encoding are decoded together: a character may be divided between them.
    var pending: (label: String, bytes: [UInt8])?
    /// Adds the words that wait.
    func flush() {
      if let (label, bytes) = pending { output += MIMEText.decode(bytes, label: label) }
      pending = nil
    }
    var place = 0
    var plain = 0
    while place < value.count {
      guard value[place] == UInt8(ascii: "="), let word = word(value, place) else {
        place += 1
        continue
      }
      let between = value[plain..<place]
      if pending == nil || between.contains(where: { $0 > 0x20 }) {
        flush()
        output += MIMEText.undeclared(between)
      }
      if let open = pending, open.label.lowercased() == word.label.lowercased() {
        pending = (open.label, open.bytes + word.bytes)
      } else {
        flush()
        pending = (word.label, word.bytes)
      }
      place = word.end
      plain = place
    }
    flush()
    return output + MIMEText.undeclared(value[plain...])
  }

  /// The word that begins at a place.
  private static func word(_ value: [UInt8], _ start: Int) -> (label: String, bytes: [UInt8], end: Int)? {
    guard value[start...].starts(with: "=?".utf8) else { return nil }
    let mark = UInt8(ascii: "?")
    guard let first = value[(start + 2)...].prefix(64).firstIndex(of: mark), first + 2 < value.count,
      value[first + 2] == mark,
      let end = value[(first + 3)...].prefix(4_096).firstRange(of: "?=".utf8)
    else { return nil }
    // A language may stand behind the name of the encoding.
    let label = String(decoding: value[(start + 2)..<first].prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
    let text = value[(first + 3)..<end.lowerBound]
    switch value[first + 1] | 0x20 {
    case UInt8(ascii: "b"): return (label, Base64.decode(text.filter { $0 > 0x20 }), end.upperBound)
    case UInt8(ascii: "q"):
      let blanks = text.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }
      return (label, MIMEText.quotedPrintable(blanks[...]), end.upperBound)
    default: return nil
    }
  }
}

/// The parameters of a value (RFC 2045, 2231): `attachment; filename*0*=UTF-8''a%20; filename*1=b.pdf`.
struct MIMEParameters {
  /// The values by name in small letters.
  private var values: [String: String] = [:]

  /// The value of a parameter.
  subscript(_ name: String) -> String? { values[name] }

  /// Reads the parameters of a value.
  init(_ value: [UInt8]) {
    /// The pieces of a parameter that is divided: their number, whether they are encoded, and their bytes.
    var pieces: [String: [(number: Int, isEncoded: Bool, bytes: [UInt8])]] = [:]
    for (key, bytes) in MIMEParameters.pairs(value) {
      let parts = key.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1, !parts[0].isEmpty else {
        if values[key] == nil { values[key] = MIMEWords.decode(bytes) }
        continue
      }
      let isEncoded = parts.last == ""
      pieces[parts[0], default: []].append((Int(parts[1]) ?? 0, isEncoded, bytes))
    }
    for (name, all) in pieces {
      var label = "utf-8"
      var joined: [UInt8] = []
      for (index, piece) in all.sorted(by: { $0.number < $1.number }).enumerated() {
        var bytes = piece.bytes[...]
        if index == 0, piece.isEncoded {
          let quote = UInt8(ascii: "'")
          if let first = bytes.firstIndex(of: quote), let second = bytes[(first + 1)...].firstIndex(of: quote)
          {
            label = String(decoding: bytes[..<first], as: UTF8.self)
            bytes = bytes[(second + 1)...]
          }
        }
        joined += piece.isEncoded ? RelativeURL.decodedBytes(bytes) : Array(bytes)
      }
      // What follows the newer form counts less: mail programs write both. Some encode pieces as words of a header.
      values[name] =
        all.contains { $0.isEncoded } ? MIMEText.decode(joined, label: label) : MIMEWords.decode(joined)
    }
  }

  /// Where a value without its parameters ends: at a sign that separates, or at a comment.
  static func end(ofValue value: [UInt8]) -> Int {
    let start = value.firstIndex { $0 > 0x20 } ?? value.count
    return value[start...].firstIndex {
      $0 <= 0x20 || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "(")
    }
      ?? value.count
  }

  /// Parameters whose values have no blanks: what stands behind them is a comment.
  private static let words: Set<String> = ["charset", "boundary", "format", "delsp", "type", "start"]

  /// The names and values in order.
  private static func pairs(_ value: [UInt8]) -> [(key: String, bytes: [UInt8])] {
    var pairs: [(String, [UInt8])] = []
    var place = MIMEParameters.end(ofValue: value)
    while place < value.count, pairs.count < 256 {
      // A comment behind the value.
      if value[place] == UInt8(ascii: "("), let close = value[place...].firstIndex(of: UInt8(ascii: ")")) {
        place = close
      }
      place += 1
      while place < value.count, value[place] <= 0x20 || value[place] == UInt8(ascii: ";") { place += 1 }
      let start = place
      while place < value.count, value[place] != UInt8(ascii: "="), value[place] != UInt8(ascii: ";") {
        place += 1
      }
      let key = String(decoding: value[start..<place], as: UTF8.self).trimmingBlanks().lowercased()
      guard place < value.count, value[place] == UInt8(ascii: "=") else { continue }
      place += 1
      while place < value.count, value[place] <= 0x20 { place += 1 }
      var bytes: [UInt8] = []
      if place < value.count, value[place] == UInt8(ascii: "\"") {
        place += 1
        while place < value.count, value[place] != UInt8(ascii: "\"") {
          if value[place] == UInt8(ascii: "\\"), place + 1 < value.count { place += 1 }
          bytes.append(value[place])
          place += 1
        }
        while place < value.count, value[place] != UInt8(ascii: ";") { place += 1 }
      } else {
        while place < value.count, value[place] != UInt8(ascii: ";") {
          bytes.append(value[place])
          place += 1
        }
        if words.contains(key), let end = bytes.firstIndex(where: { $0 <= 0x20 || $0 == UInt8(ascii: "(") }) {
          // Where the next parameter lacks its sign before it, it is read, too.
          place -= bytes.count - end
          bytes.removeSubrange(end...)
        }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
      }
      if !key.isEmpty { pairs.append((key, bytes)) }
    }
    return pairs
  }
}

internal import SlipBase
internal import SlipExchange
internal import SlipNotes
internal import SlipMarkup

/// What the header of a message says: dates, keywords, people.
struct MailFacts {
  /// The header.
  private let headers: MIMEHeaders

  /// Takes the facts of a header.
  init(_ headers: MIMEHeaders) { self.headers = headers }

  /// The labels of Gmail.
  private var labels: [String] { headers["x-gmail-labels"].map(MailFacts.list) ?? [] }

  /// The bits in which Thunderbird keeps what it knows of a message.
  private var status: Int { headers["x-mozilla-status"].flatMap { Int($0, radix: 16) } ?? 0 }

  /// Whether the program threw the message away.
  var isTrashed: Bool {
    status & 8 != 0 || labels.contains(where: GmailLabels.isTrash)
      || headers["x-status"]?.contains("D") == true
  }

  /// The keywords.
  var keywords: [SourceKeyword] {
    var names: [String] = []
    for field in ["keywords", "x-keywords", "x-label"] { names += headers.all(field).flatMap(MailFacts.list) }
    for key in (headers["x-mozilla-keys"] ?? "").split(separator: " ") {
      if !key.hasPrefix("$"), !["nonjunk", "junk"].contains(key.lowercased()) { names.append(String(key)) }
    }
    names += labels.filter { !GmailLabels.isOwn($0) }
    return names.map { SourceKeyword(path: [$0]) }
  }

  /// Names between commas; those in quotation marks may have commas in them.
  private static func list(_ text: String) -> [String] {
    var names: [String] = []
    var (name, isQuoted) = ("", false)
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        names.append(name)
        name = ""
      default: name.append(character)
      }
    }
    return (names + [name]).map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
  }

  /// Gives a note what the header says.
  func apply(to note: inout SourceNote, _ context: SourceContext) {
    (note.created, note.zoneIsUnknown) = date(context)
    note.keywords = keywords
    note.isFavorite =
      status & 4 != 0 || labels.contains(where: GmailLabels.isStar)
      || headers["x-status"]?.contains("F") == true
      || headers.has("x-message-flag")
    if isTrashed { note.status = .archived }
    for (field, name) in MailFacts.people {
      for value in headers.all(field) {
        // Encoded words may have line ends in them.
        let line = value.split(whereSeparator: \.isNewline).joined(separator: " ")
        note.properties.append(Property(name, .text, line))
      }
    }
    // The message that is answered; where it isn't there, the nearest before it.
    let answered = headers["in-reply-to"].map { MailFacts.references($0) } ?? []
    let referred = headers["references"].map { MailFacts.references($0) } ?? []
    for reference in answered.reversed() + referred.reversed() {
      guard case .note(let target) = context.note(named: reference) else { continue }
      note.relations.append(target)
      break
    }
  }

  /// The fields that become properties.
  private static let people = [
    ("from", Property.WellKnown.author), ("to", "mail:to"), ("cc", "mail:cc"), ("bcc", "mail:bcc"),
    ("reply-to", "mail:reply-to"), ("list-id", "mail:list-id"), ("message-id", "mail:message-id"),
  ]

  /// The ids in a field.
  private static func references(_ text: String) -> [String] {
    if !text.contains("<") {
      return text.split(whereSeparator: \.isWhitespace).filter { $0.contains("@") }.map {
        MailNote.reference(String($0))
      }
    }
    return text.split(separator: "<", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: ">").map { MailNote.reference("<" + part[...$0]) }
    }
  }

  /// The date of the message, else that of its newest receipt.
  private func date(_ context: SourceContext) -> (Timestamp?, Bool) {
    if let date = headers["date"].flatMap(MailDate.read) {
      let (time, isUnknown) = date.moment(context)
      return (time, isUnknown)
    }
    let received = headers.all("received").first.flatMap { text in
      text.lastIndex(of: ";").flatMap { MailDate.read(String(text[text.index(after: $0)...])) }
    }
    return received.map { ($0.moment(context).time, $0.moment(context).zoneIsUnknown) } ?? (nil, false)
  }
}

/// Dates of messages (RFC 5322, 3.3 and 4.3).
enum MailDate {
  /// Zones by their old names, in hours.
  private static let zones = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "UT": 0, "CET": 1,
    "CEST": 2,
    "MET": 1, "MEST": 2, "JST": 9,
  ]

  /// The words of a date. A time has no blanks and colons in it, and a day in one word is three.
  private static func words(_ text: String) -> [String] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":") {
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
      }
      if byte <= 0x20, bytes.last == UInt8(ascii: ":") { continue }
      bytes.append(byte)
    }
    return bytes.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") }.flatMap { word -> [String] in
      let word = String(decoding: word, as: UTF8.self)
      let numbers = word.split(separator: ".", omittingEmptySubsequences: false)
      if numbers.count == 3, numbers.allSatisfy({ $0.utf8.count == 2 && Int($0) != nil }) {
        return [numbers.joined(separator: ":")]
      }
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, Int(parts[0]) != nil, parts[1].allSatisfy(\.isLetter), Int(parts[2]) != nil
      else { return [word] }
      return parts.map(String.init)
    }
  }

  /// Reads a date; nil for nonsense.
  static func read(_ text: String) -> SourceDate? {
    // Comments, such as the name of a zone, don't count.
    var bare = ""
    var depth = 0
    for character in text {
      if character == "(" {
        depth += 1
      } else if character == ")" {
        depth = max(0, depth - 1)
      } else if depth == 0 {
        bare.append(character)
      }
    }
    var words = MailDate.words(bare)
    guard words.count >= 3 else { return SourceDate(bare.trimmingBlanks()) }
    let hasYear = words.contains { $0.count == 4 && $0.allSatisfy(\.isNumber) }
    for index in words.indices.dropFirst(2) where !hasYear {
      if (2...3).contains(words[index].count), let year = Int(words[index]),
        words[index - 1].allSatisfy(\.isLetter)
      {
        words[index] = String(year < 50 ? 2_000 + year : 1_900 + year)
        break
      }
    }
    // `Fri Nov 21 09:55:06 1997`, as C writes it: the year stands behind the time.
    if let time = words.firstIndex(where: { $0.contains(":") }), let last = words.last, last.count == 4,
      Int(last) != nil,
      time < words.count - 1, !words[..<time].contains(where: { $0.count == 4 && Int($0) != nil })
    {
      words.insert(words.removeLast(), at: time)
    }
    if let last = words.last, let hours = zones[last.uppercased()] {
      words[words.count - 1] = (hours < 0 ? "-" : "+") + (abs(hours) < 10 ? "0" : "") + "\(abs(hours))00"
    }
    return SourceDate(words.joined(separator: " "))
  }
}

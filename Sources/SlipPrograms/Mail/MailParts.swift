internal import SlipBase
internal import SlipExchange
internal import SlipMarkup

/// What of a message is its text, what is a file, and what is a message of its own.
struct MailParts {
  /// A part of the text.
  struct Text {
    var part: MIMEPart
    var isHTML: Bool
  }

  /// The text, in order.
  private(set) var texts: [Text] = []
  /// The files, in order.
  private(set) var files: [MIMEPart] = []
  /// Files of which only the header is there: Apple Mail keeps these beside the message.
  private(set) var hollow: [MIMEPart] = []
  /// Messages in the message.
  private(set) var messages: [MIMEPart] = []
  /// Whether the text is encrypted.
  private(set) var isEncrypted = false
  /// Whether the text lies in a file with its signature.
  private(set) var isWrapped = false
  /// Whether there are parts that can't be told apart, as no boundary comes: all of them is text, and a file.
  private(set) var isUndivided = false

  /// Sorts the parts of a message.
  init(_ message: MIMEPart) {
    // What a message has alone is its text, whatever its name.
    if message.type.hasPrefix("text/"), !MailParts.records.contains(message.type) {
      add(text: message)
    } else {
      take(message)
    }
  }

  /// Types of text that are for programs.
  private static let records: Set<String> = ["text/calendar", "text/vcard", "text/x-vcard", "text/csv"]

  /// Sorts a part. Parts nest no deeper than `MIMEPart` reads them.
  private mutating func take(_ part: MIMEPart) {
    let type = part.type
    switch type {
    case "message/rfc822", "message/global": messages.append(MIMEPart(part.content[...]))
    case "multipart/alternative" where !part.parts.isEmpty: alternative(part)
    case "multipart/related" where !part.parts.isEmpty: related(part)
    case "multipart/encrypted":
      isEncrypted = true
      for part in part.parts where part.type != "application/pgp-encrypted" { add(file: part) }
    case "application/pkcs7-mime", "application/x-pkcs7-mime":
      if part.headers.parameter("smime-type", of: "content-type") == "signed-data" {
        isWrapped = true
      } else {
        isEncrypted = true
      }
      add(file: part)
    case "multipart/report" where !part.parts.isEmpty:
      for part in part.parts where !MailParts.reports.contains(part.type) { take(part) }
    case _ where type.hasPrefix("multipart/"):
      for part in part.parts { take(part) }
      if part.parts.isEmpty, !part.isDivided, !part.body.allSatisfy({ $0 <= 0x20 }) {
        isUndivided = true
        add(text: part)
        add(file: part)
      }
    default: leaf(part)
    }
  }

  /// Parts of a report for programs.
  private static let reports: Set<String> = [
    "message/delivery-status", "message/disposition-notification", "text/rfc822-headers",
    "message/feedback-report",
  ]

  /// Adds text or a file.
  private mutating func leaf(_ part: MIMEPart) {
    let isFile = part.disposition == "attachment" || !part.disposition.isEmpty && part.name != nil
    guard MailParts.isText(part), !isFile else { return add(file: part) }
    add(text: part)
  }

  /// Adds text.
  private mutating func add(text part: MIMEPart) {
    texts.append(Text(part: part, isHTML: part.type == "text/html"))
  }

  /// Adds a file, unless it is empty.
  private mutating func add(file: MIMEPart) {
    if file.isElsewhere, file.body.allSatisfy({ $0 <= 0x20 }) {
      hollow.append(file)
    } else if !file.body.isEmpty {
      files.append(file)
    }
  }

  /// Whether a part is text that is shown.
  private static func isText(_ part: MIMEPart) -> Bool {
    ["text/plain", "text/html", "text/enriched", "text/richtext", "text"].contains(part.type)
  }

  /// Of several forms of one text, takes the last HTML, else one of several parts, else the plain text.
  private mutating func alternative(_ part: MIMEPart) {
    let page = part.parts.lastIndex { MailParts.hasPage($0) && $0.disposition != "attachment" }
    let plain = part.parts.lastIndex { MailParts.isText($0) && $0.type != "text/html" }
    let isEmpty =
      page.map { part.parts[$0].type == "text/html" && MailParts.showsNothing(part.parts[$0]) } ?? false
    let chosen =
      (isEmpty && plain != nil ? plain : page) ?? part.parts.lastIndex { $0.type.hasPrefix("multipart/") }
      ?? plain
    for (index, other) in part.parts.enumerated() {
      if index == chosen {
        if MailParts.isText(other) { add(text: other) } else { take(other) }
      } else if other.type.hasPrefix("multipart/") {
        // Its text is another form of the same, its files aren't.
        let inner = MailParts(other)
        for file in inner.files + inner.hollow { add(file: file) }
        messages += inner.messages
      } else if !MailParts.isText(other), !other.type.hasPrefix("multipart/") {
        leaf(other)
      } else if other.disposition == "attachment" {
        add(file: other)
      }
    }
  }

  /// Whether a part is a page, or has one.
  private static func hasPage(_ part: MIMEPart) -> Bool {
    part.type == "text/html" || part.type.hasPrefix("multipart/") && part.parts.contains { hasPage($0) }
  }

  /// Whether a page has neither words nor pictures. What stands before its body, such as a title, is none of its words.
  private static func showsNothing(_ part: MIMEPart) -> Bool {
    let text = part.text
    /// Whether a tag or a reference begins at a place, in any case of letters.
    func begins(_ name: StaticString, _ place: String.Index) -> Bool {
      let name = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      return text.utf8[place...].prefix(name.count).elementsEqual(name) { $0.asciiLowercased == $1 }
    }
    var (isTag, hasWords, hasBody) = (false, false, false)
    var blanks = 0
    for place in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[place]
      switch scalar {
      case "<":
        if begins("<img", place) { return false }
        if !hasBody, begins("<body", place) { (hasBody, hasWords) = (true, false) }
        isTag = true
      case ">": isTag = false
      case "&" where !isTag && begins("&nbsp;", place): blanks = 6
      default: break
      }
      if blanks > 0 {
        blanks -= 1
      } else if !isTag, scalar != ">", scalar.isASCII ? scalar.value > 0x20 : !scalar.properties.isWhitespace
      {
        if hasBody { return false }
        hasWords = true
      }
    }
    return !hasWords
  }

  /// Of a page with its pictures, takes the page as text.
  private mutating func related(_ part: MIMEPart) {
    let start = part.headers.parameter("start", of: "content-type").map { $0.filter { !"<>".contains($0) } }
    let root =
      part.parts.firstIndex { start != nil && $0.id == start }
      ?? part.parts.firstIndex { $0.type == "text/html" || $0.type.hasPrefix("multipart/") } ?? 0
    for (index, other) in part.parts.enumerated() {
      if index == root {
        take(other)
      } else if other.type.hasPrefix("multipart/") || other.type.hasPrefix("message/") {
        take(other)
      } else {
        add(file: other)
      }
    }
  }
}

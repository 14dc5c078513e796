internal import SlipBase
internal import SlipDocument
internal import SlipNotes
internal import XMLSyntax

extension ExtractedData {
  /// Reads a `lifted` element; nil where a value is malformed or the offsets are out of order.
  init?(_ element: XMLElement) {
    func number(_ name: StaticString) -> Int? { element.value(name).flatMap(ManifestValue.length) }
    guard let attachment = element.value("attachment").flatMap({ Digest(hexBytes: $0) }),
      let start = number("start"), let end = number("end"), let keepStart = number("keep-start"),
      let keepEnd = number("keep-end"), let insertion = number("insertion"),
      start <= keepStart, keepStart <= insertion, insertion <= keepEnd, keepEnd <= end
    else { return nil }
    let layout = element.value("layout").map { XMLEscapedText.unescape($0) } ?? ""
    let encoding: ExtractedData.Encoding
    switch element.string("encoding") {
    case "hex": encoding = .hex(upperCase: false, layout: layout)
    case "HEX": encoding = .hex(upperCase: true, layout: layout)
    default: encoding = .binary
    }
    self.init(
      attachment: attachment, range: start..<end, keep: keepStart..<keepEnd, insertion: insertion,
      encoding: encoding)
  }
}

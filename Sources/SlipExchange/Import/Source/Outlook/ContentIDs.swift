/// Pictures that the HTML of a mail shows by content id (RFC 2392), such as `<img src="cid:p1@x">`.
///
/// Readers of HTML take no picture from an address with a scheme. So the addresses become paths.
enum ContentIDs {
  /// What the paths begin with.
  static let folder = "sx-cid/"

  /// A page with paths in place of content ids.
  ///
  /// Only what stands as the value of an attribute is changed: `cid:` behind an equals sign, with or without a quotation mark
  /// between them.
  static func asPaths(_ html: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(html.count + 64)
    var index = 0
    while index < html.count {
      guard html[index] == 0x3A, isScheme(html, endingAt: index) else {
        output.append(html[index])
        index += 1
        continue
      }
      output.removeLast(3)
      output += folder.utf8
      index += 1
    }
    return output
  }

  /// Whether `cid` stands before a colon, at the beginning of an attribute's value.
  private static func isScheme(_ html: [UInt8], endingAt colon: Int) -> Bool {
    guard colon >= 5, html[colon - 3] | 0x20 == 0x63, html[colon - 2] | 0x20 == 0x69,
      html[colon - 1] | 0x20 == 0x64
    else { return false }
    var before = colon - 4
    if html[before] == 0x22 || html[before] == 0x27 { before -= 1 }
    while before > 0, html[before] == 0x20 { before -= 1 }
    return before >= 0 && html[before] == 0x3D
  }
}

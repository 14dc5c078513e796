internal import SlipBase

/// Which link targets may be live in a published file.
///
/// Live are http(s), mailto, anchors of the same document, and what the caller's rewriting gives as long as it is
/// a relative path or one of those. `javascript:`, `data:`, `file:` and unknown schemes never are.
struct LinkPolicy {
  let rewrite: (@Sendable (String) -> String?)?

  init(_ options: WriteOptions) { rewrite = options.rewriteLink }

  /// The target to write, or nil when the link must not be live.
  func live(_ target: String) -> String? {
    if let rewrite, let rewritten = rewrite(target) {
      let clean = LinkPolicy.stripped(rewritten)
      return LinkPolicy.isPublic(clean) || LinkPolicy.isRelativePath(clean) ? clean : nil
    }
    let clean = LinkPolicy.stripped(target)
    return LinkPolicy.isPublic(clean) ? clean : nil
  }

  /// Whether following the link would run a program or open data that it carries itself.
  static func isActive(_ target: String) -> Bool {
    switch scheme(of: stripped(target)) {
    case "javascript", "vbscript", "data": true
    default: false
    }
  }

  /// http(s) and mailto URLs, and anchors of the same document.
  static func isPublic(_ target: String) -> Bool {
    if target.utf8.first == UInt8(ascii: "#") { return target.utf8.count > 1 }
    switch scheme(of: target) {
    case "http", "https", "mailto": return true
    default: return false
    }
  }

  /// A path below or beside the document: no scheme, no authority, not absolute.
  static func isRelativePath(_ target: String) -> Bool {
    guard let first = target.utf8.first, first != 0x2F, first != 0x5C else { return false }
    return scheme(of: target) == nil
  }

  /// The target as a browser sees it: C0 controls and spaces at the ends and all line ends and tabs are ignored
  /// (WHATWG URL, "URL parsing"), so they must not hide a scheme.
  static func stripped(_ target: String) -> String {
    func isIgnored(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
    let bytes = target.utf8
    if bytes.first != 0x20, bytes.last != 0x20, !bytes.contains(where: isIgnored) { return target }
    let kept = bytes.filter { !isIgnored($0) }.drop { $0 == 0x20 }
    let end = kept.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? kept.startIndex
    return String(decoding: kept[..<end], as: UTF8.self)
  }

  /// The lower-case scheme, or nil where there is none. A drive letter (`C:`) counts as a scheme.
  static func scheme(of target: String) -> String? {
    var scheme: [UInt8] = []
    for byte in target.utf8 {
      switch byte {
      case 0x41...0x5A: scheme.append(byte | 0x20)
      case 0x61...0x7A: scheme.append(byte)
      case 0x30...0x39, 0x2B, 0x2D, 0x2E:
        // A scheme begins with a letter, but what a lax parser might take for one is not a path either.
        scheme.append(byte)
      case 0x3A: return String(decoding: scheme, as: UTF8.self)
      default: return nil
      }
    }
    return nil
  }
}

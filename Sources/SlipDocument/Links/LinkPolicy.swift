/// Decides which link targets may be live in a published file, and how they are spelled there.
///
/// Every writer asks the same policy, so that HTML, Markdown and DOCX agree on what is safe.
package struct LinkPolicy {
  /// Which kinds of targets may be live.
  package let choice: LinkChoice
  /// Maps a target to the one to write instead, such as the path of another exported note; nil
  /// where it knows none.
  package let rewrite: (@Sendable (String) -> String?)?

  /// Whether relative paths that `rewrite` doesn't know lose their link, as they would lead to
  /// nothing.
  private let dropsUnknownFiles: Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - choice: Which kinds of targets may be live.
  ///   - rewrite: Maps a target to the one to write instead; its result is checked like any other
  ///     target.
  ///   - dropsUnknownFiles: Whether relative paths that `rewrite` doesn't know lose their link.
  package init(_ choice: LinkChoice, rewrite: (@Sendable (String) -> String?)?, dropsUnknownFiles: Bool) {
    (self.choice, self.rewrite, self.dropsUnknownFiles) = (choice, rewrite, dropsUnknownFiles)
  }

  /// The target to write, or nil when the link must not be live.
  ///
  /// The result is a valid URL reference: spaces and quotes are percent-encoded, and backslashes of
  /// relative paths become slashes (`notes\a b.rtf` → `notes/a%20b.rtf`).
  package func live(_ target: String) -> String? {
    let known = rewrite?(target)
    let target = LinkPolicy.stripped(known ?? target)
    guard LinkPolicy.isLive(target, choice) else { return nil }
    if known == nil, dropsUnknownFiles, target.utf8.first != UInt8(ascii: "#"),
      LinkPolicy.scheme(of: target) == nil
    {
      return nil
    }
    return RelativeURL.escaped(LinkPolicy.scheme(of: target) == nil ? LinkPolicy.slashed(target) : target)
  }

  /// Whether a target is a scheme with nothing behind it, such as `mailto:`, which isn't a URI.
  package static func isSchemeAlone(_ target: String) -> Bool {
    target.utf8.last == UInt8(ascii: ":") && scheme(of: target)?.utf8.count == target.utf8.count - 1
  }

  /// Whether a target may be live under this choice.
  ///
  /// - Parameter target: A target without the characters that browsers ignore, as `stripped`
  ///   returns it.
  package static func isLive(_ target: String, _ choice: LinkChoice) -> Bool {
    switch choice {
    case .none: false
    case .keep: !target.isEmpty && !isActive(target)
    case .safe: isSafe(target)
    }
  }

  /// Whether a reader who doesn't know the author may follow the link (`LinkChoice.safe`).
  private static func isSafe(_ target: String) -> Bool {
    guard target != "#", let first = target.utf8.first else { return false }
    guard let scheme = scheme(of: target) else {
      let second = target.utf8.dropFirst().first
      // In a page that is a file, `//host` and `\\host` lead to a file server.
      let isSlash = first == UInt8(ascii: "/") || first == UInt8(ascii: "\\")
      return
        !(isSlash
        && (first == UInt8(ascii: "\\") || second == UInt8(ascii: "/") || second == UInt8(ascii: "\\")))
    }
    let isName = scheme.utf8.count > 1 && scheme.utf8.first.map { $0.isASCIILowercase } == true
    return isName && !unsafeSchemes.contains(scheme) && !scheme.hasPrefix("ms-")
  }

  /// Schemes that open files of the computer, or pass what follows to a program that executes it.
  ///
  /// Schemes of a single letter (`C:`) are drives; `isSafe` rejects them without this list.
  private static let unsafeSchemes: Set<String> = [
    "about", "afp", "blob", "chrome", "data", "file", "filesystem", "help", "jar", "javascript", "livescript",
    "mhtml", "mk", "mocha", "nfs", "res", "resource", "search", "search-ms", "shell", "smb", "vbscript",
    "view-source", "wyciwyg",
  ]

  /// The path with backslashes turned into slashes, as URLs need them; the query and the fragment
  /// stay as they are.
  private static func slashed(_ path: String) -> String {
    guard path.utf8.contains(0x5C) else { return path }
    let end = path.utf8.firstIndex { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") } ?? path.endIndex
    return String(path[..<end].map { $0 == "\\" ? "/" : $0 }) + path[end...]
  }

  /// Whether following the link runs code, or opens data that the link itself carries.
  package static func isActive(_ target: String) -> Bool {
    switch scheme(of: stripped(target)) {
    case "javascript", "vbscript", "livescript", "mocha", "data": true
    default: false
    }
  }

  /// Whether the target is an http, https or mailto URL, or an anchor of the same document.
  package static func isPublic(_ target: String) -> Bool {
    if target.utf8.first == UInt8(ascii: "#") { return target.utf8.count > 1 }
    switch scheme(of: target) {
    case "http", "https", "mailto": return true
    default: return false
    }
  }

  /// Whether the target is a path below or beside the document: without a scheme or an authority,
  /// and not absolute.
  package static func isRelativePath(_ target: String) -> Bool {
    guard let first = target.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "\\") else {
      return false
    }
    return scheme(of: target) == nil
  }

  /// The target as a browser sees it (WHATWG URL, "URL parsing").
  ///
  /// Browsers ignore C0 controls and spaces at the ends, and line ends and tabs everywhere. Such
  /// characters therefore must not hide a scheme: `java\nscript:` is `javascript:`. This function
  /// removes all C0 controls and DEL, which is stricter.
  package static func stripped(_ target: String) -> String {
    /// Whether a byte is a control character, which has no place in a link.
    func isIgnored(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
    let bytes = target.utf8
    if bytes.first != UInt8(ascii: " "), bytes.last != UInt8(ascii: " "), !bytes.contains(where: isIgnored) {
      return target
    }
    let kept = bytes.filter { !isIgnored($0) }.drop { $0 == UInt8(ascii: " ") }
    let end = kept.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? kept.startIndex
    return String(decoding: kept[..<end], as: UTF8.self)
  }

  /// The lower-case scheme of a target, without the colon; nil when there is none. A drive letter
  /// (`C:`) counts as a scheme.
  ///
  /// Stricter than RFC 3986: a word such as `1a:` counts as well, although schemes begin with a
  /// letter.
  package static func scheme(of target: String) -> String? {
    var scheme: [UInt8] = []
    for byte in target.utf8 {
      switch byte {
      case 0x41...0x5A: scheme.append(byte | 0x20)
      case 0x61...0x7A: scheme.append(byte)
      case 0x30...0x39, 0x2B, 0x2D, 0x2E:
        // A scheme begins with a letter, but a lax parser might accept these first, too.
        scheme.append(byte)
      case 0x3A: return String(decoding: scheme, as: UTF8.self)
      default: return nil
      }
    }
    return nil
  }
}

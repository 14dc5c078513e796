internal import SlipBase

/// Which links a written file keeps. What is not live is shown as text.
public enum LinkChoice: String, Sendable, Hashable, CaseIterable {
  /// All but those that a browser would run.
  case keep
  /// Web, mail and telephone addresses, relative paths, anchors, and links into applications. Not links to files of this
  /// computer or of a file server, and none that a system hands to programs which run what they are given.
  case safe
  /// None.
  case none
}

/// Which link targets may be live in a published file, and how they are spelled there.
package struct LinkPolicy {
  package let choice: LinkChoice
  package let rewrite: (@Sendable (String) -> String?)?

  private let dropsUnknownFiles: Bool

  package init(_ choice: LinkChoice, rewrite: (@Sendable (String) -> String?)?, dropsUnknownFiles: Bool) {
    (self.choice, self.rewrite, self.dropsUnknownFiles) = (choice, rewrite, dropsUnknownFiles)
  }

  /// The target to write, or nil when the link must not be live.
  package func live(_ target: String) -> String? {
    let known = rewrite?(target)
    let target = LinkPolicy.stripped(known ?? target)
    guard LinkPolicy.isLive(target, choice) else { return nil }
    if known == nil, dropsUnknownFiles, target.utf8.first != 0x23, LinkPolicy.scheme(of: target) == nil {
      return nil
    }
    return RelativeURL.escaped(LinkPolicy.scheme(of: target) == nil ? LinkPolicy.slashed(target) : target)
  }

  /// - Parameter target: as `stripped` gives it.
  package static func isLive(_ target: String, _ choice: LinkChoice) -> Bool {
    switch choice {
    case .none: false
    case .keep: !target.isEmpty && !isActive(target)
    case .safe: isSafe(target)
    }
  }

  /// Whether a reader who doesn't know the author may follow the link.
  private static func isSafe(_ target: String) -> Bool {
    guard target != "#", let first = target.utf8.first else { return false }
    guard let scheme = scheme(of: target) else {
      let second = target.utf8.dropFirst().first
      // `//host` and `\\host` lead to a file server where the page itself is a file.
      let isSlash = first == 0x2F || first == 0x5C
      return !(isSlash && (first == 0x5C || second == 0x2F || second == 0x5C))
    }
    let isName = scheme.utf8.count > 1 && scheme.utf8.first.map { (0x61...0x7A).contains($0) } == true
    return isName && !unsafeSchemes.contains(scheme) && !scheme.hasPrefix("ms-")
  }

  /// What opens files of the computer, or hands what follows to a program that runs it. Letters alone are drives.
  private static let unsafeSchemes: Set<String> = [
    "about", "afp", "blob", "chrome", "data", "file", "filesystem", "help", "jar", "javascript", "livescript",
    "mhtml", "mk", "mocha", "nfs", "res", "resource", "search", "search-ms", "shell", "smb", "vbscript",
    "view-source", "wyciwyg",
  ]

  /// Paths of Windows, as URLs have them.
  private static func slashed(_ path: String) -> String {
    guard path.utf8.contains(0x5C) else { return path }
    let end = path.utf8.firstIndex { $0 == 0x23 || $0 == 0x3F } ?? path.endIndex
    return String(path[..<end].map { $0 == "\\" ? "/" : $0 }) + path[end...]
  }

  /// Whether following the link would run a program or open data that it carries itself.
  package static func isActive(_ target: String) -> Bool {
    switch scheme(of: stripped(target)) {
    case "javascript", "vbscript", "livescript", "mocha", "data": true
    default: false
    }
  }

  /// http(s) and mailto URLs, and anchors of the same document.
  package static func isPublic(_ target: String) -> Bool {
    if target.utf8.first == UInt8(ascii: "#") { return target.utf8.count > 1 }
    switch scheme(of: target) {
    case "http", "https", "mailto": return true
    default: return false
    }
  }

  /// A path below or beside the document: no scheme, no authority, not absolute.
  package static func isRelativePath(_ target: String) -> Bool {
    guard let first = target.utf8.first, first != 0x2F, first != 0x5C else { return false }
    return scheme(of: target) == nil
  }

  /// The target as a browser sees it: C0 controls and spaces at the ends and all line ends and tabs are ignored
  /// (WHATWG URL, "URL parsing"), so they must not hide a scheme.
  package static func stripped(_ target: String) -> String {
    func isIgnored(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
    let bytes = target.utf8
    if bytes.first != 0x20, bytes.last != 0x20, !bytes.contains(where: isIgnored) { return target }
    let kept = bytes.filter { !isIgnored($0) }.drop { $0 == 0x20 }
    let end = kept.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? kept.startIndex
    return String(decoding: kept[..<end], as: UTF8.self)
  }

  /// The lower-case scheme, or nil where there is none. A drive letter (`C:`) counts as a scheme.
  package static func scheme(of target: String) -> String? {
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

extension Hyperlink {
  /// Whether the choice keeps it a link.
  public func isKept(_ choice: LinkChoice) -> Bool { LinkPolicy.isLive(LinkPolicy.stripped(target), choice) }
}

internal import SlipDocument

/// What the relative addresses of a page are relative to: its `<base>`, or the page itself (WHATWG HTML, 4.2.3 "The
/// base element"; RFC 3986, 5.2 "Relative Resolution").
struct HTMLBase {
  /// What stands before the path: a scheme and a host, or nothing.
  private var origin = ""
  /// The path up to and including the last slash, and the path itself.
  private var (folder, path) = ("", "")
  /// The scheme; nil for a page without a base, or with a relative one.
  private var scheme: String?
  /// Whether the page has a base.
  private var isStated = false

  /// The base of a page that states none.
  init() {}

  /// The base that an element states; nil where it states none that addresses can be relative to.
  init?(_ href: String) {
    let href = LinkPolicy.stripped(href)
    let address = href.hasPrefix("//") ? "https:" + href : href
    guard !address.isEmpty, !LinkPolicy.isActive(address) else { return nil }
    var rest = address.prefix { $0 != "?" && $0 != "#" }
    scheme = LinkPolicy.scheme(of: address)
    if let scheme {
      guard scheme.utf8.count > 1 else { return nil }
      rest = rest.dropFirst(scheme.utf8.count + 1)
      guard rest.hasPrefix("//") else { return nil }
      let host = rest.dropFirst(2).prefix { $0 != "/" }
      origin = "\(scheme)://\(host)"
      rest = rest.dropFirst(2 + host.utf8.count)
      if rest.isEmpty { rest = "/" }
    }
    path = String(rest)
    folder = rest.lastIndex(of: "/").map { String(rest[...$0]) } ?? ""
    isStated = true
  }

  /// An address as the page means it, without the characters that browsers ignore.
  ///
  /// A place in the page (`#x`) stays. `//host/` gets the scheme of the base, and `https:` without one: a page that is
  /// a file has none to inherit.
  func resolved(_ reference: String) -> String {
    let reference = LinkPolicy.stripped(reference)
    guard let first = reference.utf8.first, first != UInt8(ascii: "#"),
      LinkPolicy.scheme(of: reference) == nil
    else {
      return reference
    }
    if reference.hasPrefix("//") {
      return reference.utf8.count > 2 ? (scheme == "http" ? "http:" : "https:") + reference : reference
    }
    guard isStated else { return reference }
    switch first {
    case 0x2F: return origin + reference
    case 0x3F: return origin + path + reference
    default: break
    }
    let tail = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
    return origin + HTMLBase.withoutDots(folder + reference[..<tail]) + reference[tail...]
  }

  /// A path in which `.` and `..` are resolved. Those that lead out of it stay, unless it is absolute.
  private static func withoutDots(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part {
      case ".": if isLast { parts.append("") }
      case "..":
        if let last = parts.last, last != "..", !(isAbsolute && parts.count == 1) {
          parts.removeLast()
        } else if !isAbsolute {
          parts.append(part)
        }
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

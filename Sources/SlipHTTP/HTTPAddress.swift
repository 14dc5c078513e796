internal import SlipBase

/// An address of the web: a URL of the scheme `http` or `https`.
public struct HTTPAddress: Sendable, Hashable {
  /// `http` or `https`.
  public let scheme: String
  /// User name and password with their `@`; empty for none. They are sent, and never shown.
  private let user: String
  /// The host in lower case.
  public let host: String
  /// The port; that of the scheme where the URL names none.
  public let port: Int
  /// The path, which begins with a slash, without dot segments.
  public let path: String
  /// The query with its question mark; empty for none.
  public let query: String

  /// Reads a URL; nil for one of another scheme, without a host, or with characters that no URL has. A fragment
  /// is dropped.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }) else { return nil }
    let whole = text.prefix { $0 != "#" }
    guard let colon = whole.firstIndex(of: ":") else { return nil }
    let scheme = whole[..<colon].lowercased()
    guard ["http", "https"].contains(scheme), whole[colon...].hasPrefix("://") else { return nil }
    let rest = whole[colon...].dropFirst(3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let tail = rest.dropFirst(authority.count)
    let at = authority.lastIndex(of: "@")
    user = at.map { String(authority[...$0]) } ?? ""
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority[...]
    guard let (host, port) = HTTPAddress.split(place) else { return nil }
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? (scheme == "https" ? 443 : 80)
    let path = tail.prefix { $0 != "?" }
    self.path = HTTPAddress.withoutDots(path.isEmpty ? "/" : String(path))
    query = String(tail.dropFirst(path.count))
  }

  /// Another place of the same server.
  private init(_ base: HTTPAddress, path: String, query: String) {
    (scheme, user, host, port) = (base.scheme, base.user, base.host, base.port)
    (self.path, self.query) = (HTTPAddress.withoutDots(path), query)
  }

  /// Host and port of an authority without its user.
  private static func split(_ text: some StringProtocol) -> (host: String, port: Int?)? {
    var host = String(text)
    var port: Int?
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      let digits = host[host.index(after: colon)...]
      if !digits.isEmpty {
        guard let number = Int(digits), (1...65_535).contains(number), digits.utf8.allSatisfy({ $0 != 0x2B })
        else { return nil }
        port = number
      }
      host = String(host[..<colon])
    }
    return host.isEmpty ? nil : (host, port)
  }

  /// A path without `.` and `..` (RFC 3986, section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part.lowercased().replacing("%2e", with: ".") {
      case ".": if isLast { parts.append("") }
      case "..":
        _ = parts.popLast()
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The URL as it is requested.
  var url: String { "\(scheme)://\(user)\(authority)\(path)\(query)" }

  /// Host, and port where it isn't that of the scheme.
  private var authority: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

  /// The URL for people and for manifests: without user and query, which may be secrets.
  public var display: String { "\(scheme)://\(authority)\(path)" }

  /// The address that a reference means (RFC 3986, section 5.2); nil for another scheme.
  public func resolve(_ reference: String) -> HTTPAddress? {
    let text = reference.prefix { $0 != "#" }
    if let colon = text.firstIndex(of: ":"), !text[..<colon].contains(where: { "/?".contains($0) }) {
      return HTTPAddress(text)
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }) else { return nil }
    if text.hasPrefix("//") { return HTTPAddress("\(scheme):\(text)") }
    if text.isEmpty { return self }
    let path = text.prefix { $0 != "?" }
    let query = String(text.dropFirst(path.count))
    if path.isEmpty { return HTTPAddress(self, path: self.path, query: query) }
    if path.hasPrefix("/") { return HTTPAddress(self, path: String(path), query: query) }
    let folder = self.path[...(self.path.lastIndex(of: "/") ?? self.path.startIndex)]
    return HTTPAddress(self, path: "\(folder)\(path)", query: query)
  }

  /// The address with one more component of its path; the query stays.
  public func appending(_ component: String) -> HTTPAddress {
    let separator = path.hasSuffix("/") ? "" : "/"
    return HTTPAddress(self, path: path + separator + HTTPAddress.escaped(component), query: query)
  }

  /// A component of a path: all but letters, digits and `-._~` is percent-encoded.
  public static func escaped(_ text: String) -> String {
    var output = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        output.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        output += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    // A component of dots would be taken for a step up.
    return output.allSatisfy { $0 == "." } ? output.replacing(".", with: "%2E") : output
  }

  /// Whether requests may go on to another address: on the same host, and not from `https` to `http`.
  func mayLead(to other: HTTPAddress) -> Bool {
    guard host == other.host else { return false }
    if scheme == other.scheme { return port == other.port }
    return scheme == "http" && other.scheme == "https"
  }
}

extension HTTPAddress {
  /// Whether both are on one server, host and port, by the same scheme.
  public func isBeside(_ other: HTTPAddress) -> Bool {
    host == other.host && port == other.port && scheme == other.scheme
  }
}

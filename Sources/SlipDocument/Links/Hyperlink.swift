/// The link of a run or a picture.
///
/// RTF has it as a `HYPERLINK` field (RTF 1.9.1, "Fields"), HTML as an `a` element. The target is
/// retained exactly as the file spells it. Whether a writer may make it a live link is decided by
/// `LinkPolicy`.
public struct Hyperlink: Sendable, Hashable {
  /// The address as the file spells it: a URL, `#bookmark`, or a relative path.
  public var target: String
  /// The text that a program shows when the pointer rests on the link (the field's `\o` switch,
  /// HTML's `title`); nil for none.
  public var tip: String?
  /// Creates a link; a tip is optional.
  public init(target: String, tip: String? = nil) {
    self.target = target
    self.tip = tip
  }
}

extension Hyperlink {
  /// Whether a writer with this choice leaves the link live. Otherwise it writes the text without a
  /// link.
  public func isKept(_ choice: LinkChoice) -> Bool { LinkPolicy.isLive(LinkPolicy.stripped(target), choice) }
}

/// Which links stay live in a written file. The text of the others is written without a link.
public enum LinkChoice: String, Sendable, Hashable, CaseIterable {
  /// All links, except those that run code or carry their own data (`javascript:`, `vbscript:`,
  /// `data:` …).
  case keep
  /// Links that a reader may follow without knowing the author: web, mail and telephone addresses,
  /// relative paths, anchors, and links into applications.
  ///
  /// Links to files of this computer or of a file server are not safe. Neither are schemes that the
  /// system passes to programs which execute what they receive, such as `search-ms:` and everything
  /// that begins with `ms-`.
  case safe
  /// No links.
  case none
}

internal import SlipDocument

/// The id of a block, ` ^id` at the end of a paragraph, to which links lead: `[[Note#^id]]`.
///
/// In a document it is a bookmark whose name begins with `^`.
enum BlockID {
  /// What the name of the bookmark begins with.
  static let prefix = "^"

  /// The id of a paragraph as Markdown has it; nil for none, or one that Markdown can't say.
  ///
  /// Programs know one id a block: the last.
  static func of(_ paragraph: Paragraph) -> String? {
    for inline in paragraph.inlines.reversed() {
      guard case .bookmarkStart(let name) = inline, name.hasPrefix(prefix), name.utf8.count > 1,
        name.utf8.dropFirst().allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
      else { continue }
      return name
    }
    return nil
  }
}

public import SlipBase

/// Paths of attachments of the bundle as a note's body names them.
public enum RTFAttachmentPath {
  /// `../../attachments/<2 hex>/<64 hex>.<ext>`: what a bundle can list. All other files lie outside.
  public static func isListed(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "..", parts[1] == "..", parts[2] == "attachments", isHex(parts[3], 2)
    else {
      return false
    }
    let file = parts[4].split(separator: ".", omittingEmptySubsequences: false)
    return file.count == 2 && isHex(file[0], 64) && file[0].hasPrefix(parts[3]) && !file[1].isEmpty
  }

  /// Such a path at the end of one that a word processor made absolute; nil where there is none.
  public static func listed(atEndOf path: String) -> String? {
    let end = path.split(separator: "/", omittingEmptySubsequences: false).suffix(3)
    let listed = "../../" + end.joined(separator: "/")
    return isListed(listed) ? listed : nil
  }

  /// The blob that such a path leads to.
  public static func digest(_ path: String) -> Digest? {
    guard isListed(path) else { return nil }
    return Digest(
      hex: path.suffix(from: path.lastIndex(of: "/") ?? path.startIndex).dropFirst().prefix { $0 != "." })
  }

  private static func isHex(_ text: Substring, _ count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

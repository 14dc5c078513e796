internal import SlipBase

/// Documents of word processors that aren't RTF.
public enum OtherDocument {
  private static let suffixes: Set<String> = [
    "doc", "docm", "docx", "dot", "dotx", "fodt", "odt", "ott", "pages", "sxw", "wpd", "wps", "wri",
  ]

  /// What to do about one; a sentence's end.
  public static let advice = "save it as RTF first, such as by `soffice --headless --convert-to rtf FILE`"

  /// Whether the content says so, or the name of what isn't RTF.
  public static func isOne(_ bytes: UnsafeRawBufferPointer, path: some StringProtocol) -> Bool {
    let type = MediaType.sniff(bytes)
    return type == .docx || type == .odt || isNamedSo(path)
  }

  /// Whether the name says so. RTF may bear such a name all the same.
  public static func isNamedSo(_ path: some StringProtocol) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
    return suffixes.contains(name[name.index(after: dot)...].lowercased())
  }
}

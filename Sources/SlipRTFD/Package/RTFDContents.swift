internal import SlipRTF
internal import SlipDocument
public import SlipBase

/// The files of an RTFD package and their roles: which one is the text, and which ones the text names.
public struct RTFDContents: Sendable {
  /// The package.
  public let package: FilePackage
  /// The index of the text in the entries of the package.
  public let text: Int
  /// The index of each entry that the text may name, by its case-folded path; nil where several entries
  /// have the same.
  private let folded: [String: Int?]

  /// Finds the text of a package: `TXT.rtf` in whatever case, else the only RTF file at the top. Nil
  /// when there is none, or when it isn't RTF.
  public init?(_ package: FilePackage) {
    let top = package.entries.indices.filter {
      package.entries[$0].bytes != nil && !package.entries[$0].path.utf8.contains(0x2F)
    }
    let exact = top.first { package.entries[$0].path.utf8.elementsEqual(RTFDWriter.textName.utf8) }
    let other = top.filter { package.entries[$0].path.lowercased() == "txt.rtf" }
    let rtf = top.filter { package.entries[$0].path.lowercased().hasSuffix(".rtf") }
    guard let text = exact ?? other.first ?? (rtf.count == 1 ? rtf.first : nil),
      let bytes = package.entries[text].bytes, bytes.withUnsafeBytes(RTFProbe.isRTF)
    else { return nil }
    self.package = package
    self.text = text
    folded = Dictionary(
      package.entries.indices.filter { $0 != text }.map { (RTFDContents.key(package.entries[$0].path), $0) },
      uniquingKeysWith: { _, _ in nil })
  }

  /// The bytes of the text.
  public var textBytes: [UInt8] { package.entries[text].bytes ?? [] }

  /// The error for a package without text.
  ///
  /// - Parameter path: the path of the package, if it is known.
  public static func noText(_ path: String?) -> SlipError {
    SlipError(
      .badInput, code: RTFDCode.noText, "The RTFD package has no text: TXT.rtf is missing or isn't RTF.",
      at: SourceLocation(file: path))
  }

  /// What a name in the text refers to.
  enum Place: Equatable {
    /// The entry of the package with this index.
    case entry(Int)
    /// No entry has the name.
    case missing
    /// The name leads out of the package.
    case outside
  }

  /// The file or folder that a name in the text refers to.
  ///
  /// An entry with exactly these bytes comes first, then one that differs in case or composition only,
  /// then one by the name without percent escapes. So `ROSE.png` finds `rose.png`, and `my%20rose.png`
  /// finds `my rose.png`. A name that leads out of the package, with or without escapes, is never
  /// looked up.
  func place(of name: String) -> Place {
    if RTFDContents.isOutside(name) { return .outside }
    if let index = package.index(of: name), index != text, isAttachable(index) { return .entry(index) }
    // Cocoa stores a slash in a name as a colon on disk.
    var candidates = [name, String(name.map { $0 == "/" ? ":" : $0 })]
    if name.contains("%"),
      let decoded = String(validating: RelativeURL.decodedBytes(Array(name.utf8)), as: UTF8.self)
    {
      if RTFDContents.isOutside(decoded) { return .outside }
      candidates.append(decoded)
    }
    for candidate in candidates {
      if case let index?? = folded[RTFDContents.key(candidate)], isAttachable(index) { return .entry(index) }
    }
    return .missing
  }

  /// Whether a name is absolute or contains `..`.
  private static func isOutside(_ name: String) -> Bool {
    name.hasPrefix("/") || name.contains("\0") || name.split(separator: "/").contains("..")
      || name.split(separator: "\\").contains("..")
  }

  /// Whether an entry can be an attachment: files, and folders at the top. Inner folders can't, because
  /// their contents would be taken again with each folder around them.
  private func isAttachable(_ entry: Int) -> Bool {
    package.entries[entry].bytes != nil || !package.entries[entry].path.utf8.contains(0x2F)
  }

  /// The entries that the text doesn't name: files, and whole folders of which it names nothing. Hidden
  /// and empty ones are left out.
  ///
  /// - Parameter named: the indices of the entries that the text names. What lies in a named folder
  ///   counts as named.
  func unnamed(but named: Set<Int>) -> [Int] {
    let taken = named.map { package.entries[$0] }
    let whole = Set(taken.filter { $0.bytes == nil }.map(\.path))
    let opened = Set(taken.map { RTFDContents.top(of: $0.path) })
    let filled = Set(
      package.entries.filter { $0.bytes?.isEmpty == false }.map { RTFDContents.top(of: $0.path) })
    return package.entries.indices.filter { index in
      let entry = package.entries[index]
      let top = RTFDContents.top(of: entry.path)
      let isHidden = entry.path.hasPrefix(".") || entry.path.contains("/.")
      guard index != text, !named.contains(index), !whole.contains(top), !isHidden else { return false }
      guard let bytes = entry.bytes else {
        return top == entry.path && !opened.contains(top) && filled.contains(top)
      }
      return !bytes.isEmpty && (top == entry.path || opened.contains(top))
    }
  }

  /// The first component of a path.
  private static func top(of path: String) -> String {
    path.utf8.firstIndex(of: 0x2F).map { String(path[..<$0]) } ?? path
  }

  /// The bytes of a file, or of a ZIP file with the contents of a folder.
  ///
  /// - Throws: `SlipError` when a folder does not fit in a ZIP file.
  func bytes(of entry: Int) throws(SlipError) -> [UInt8] {
    if let bytes = package.entries[entry].bytes { return bytes }
    return try StoredZip.write(package.contents(of: package.entries[entry].path))
  }

  /// The name of an entry without folders, with `.zip` for a folder.
  func name(of entry: Int) -> String {
    let path = package.entries[entry].path
    let name = path.utf8.split(separator: 0x2F).last.map { String(decoding: $0, as: UTF8.self) } ?? path
    return package.entries[entry].bytes == nil ? name + ".zip" : name
  }

  /// The key of a path in `folded`.
  private static func key(_ path: String) -> String { TextFolding.caseFolded(path) }
}

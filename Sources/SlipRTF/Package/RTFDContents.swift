internal import SlipDocument
public import SlipBase

/// What the files of an RTFD package are to its text.
public struct RTFDContents: Sendable {
  public let package: FilePackage
  /// Place of the text in the package's entries.
  public let text: Int
  /// Entries that text may name, by their names in NFC and in one case; nil where several have the name.
  private let folded: [String: Int?]

  /// The text is `TXT.rtf`, in whatever case, else the only RTF file at the top. Nil where there is none, or no RTF.
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

  public var textBytes: [UInt8] { package.entries[text].bytes ?? [] }

  /// Says that there is no text to read.
  public static func noText(_ path: String?) -> SlipError {
    SlipError(
      .badInput, code: RTFDCode.noText, "The RTFD package has no text: TXT.rtf is missing, or is no RTF.",
      at: SourceLocation(file: path))
  }

  enum Place: Equatable {
    /// Place in the package's entries.
    case entry(Int)
    case missing
    /// The name leads out of the package.
    case outside
  }

  /// The file or folder that text names: by exactly these bytes, else but for the form and case of letters, else with
  /// percent escapes.
  func place(of name: String) -> Place {
    if RTFDContents.isOutside(name) { return .outside }
    if let index = package.index(of: name), index != text, isAttachable(index) { return .entry(index) }
    // Cocoa keeps a slash of a name as a colon on disk.
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

  private static func isOutside(_ name: String) -> Bool {
    name.hasPrefix("/") || name.contains("\0") || name.split(separator: "/").contains("..")
      || name.split(separator: "\\").contains("..")
  }

  /// Of folders, those at the top: what lies in one would be taken again and again with those around it.
  private func isAttachable(_ entry: Int) -> Bool {
    package.entries[entry].bytes != nil || !package.entries[entry].path.utf8.contains(0x2F)
  }

  /// Files that the text doesn't name, and folders with nothing that it names; none that are hidden or empty.
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

  private static func top(of path: String) -> String {
    path.utf8.firstIndex(of: 0x2F).map { String(path[..<$0]) } ?? path
  }

  /// The bytes of a file, or of a ZIP with what lies in a folder.
  func bytes(of entry: Int) throws(SlipError) -> [UInt8] {
    if let bytes = package.entries[entry].bytes { return bytes }
    return try StoredZip.write(package.contents(of: package.entries[entry].path))
  }

  /// The name without folders; what a folder became is a ZIP.
  func name(of entry: Int) -> String {
    let path = package.entries[entry].path
    let name = path.utf8.split(separator: 0x2F).last.map { String(decoding: $0, as: UTF8.self) } ?? path
    return package.entries[entry].bytes == nil ? name + ".zip" : name
  }

  private static func key(_ path: String) -> String { TextFolding.caseFolded(path) }
}

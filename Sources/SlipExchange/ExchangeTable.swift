internal import SlipFormats
internal import SlipOffice
internal import SlipRTF
internal import SlipRTFD

/// The importers and export targets. Both sets are closed: commands, help and bundles refer to
/// these rows by name.
///
/// To add a format, write an `Importer` or an `ExportTarget` and add it here; nothing else lists
/// them.
public enum ExchangeTable {
  /// All importers.
  public static let importers: [Importer] = [.rtf, .text, .rtfd, .flatRTFD, .docx, .odt, .flatODT]

  /// All export targets.
  public static let targets: [ExportTarget] = [
    .rtf, .rtfd, .text, .html, .markdown, .docx, .odt, .epub, .opml, .original,
  ]

  /// The importer of this name; nil when there is none.
  public static func importer(named name: String) -> Importer? { importers.first { $0.name == name } }

  /// The export target with this name, or with any name of its format; nil when there is none.
  public static func target(named name: String) -> ExportTarget? {
    let formatName = FormatTable.named(name)?.name ?? name
    return targets.first { $0.name == formatName }
  }

  /// The importer for a path, by the extension; nil when there is none.
  ///
  /// - Parameter isPackage: Whether the path is a directory that may count as one document.
  ///
  /// The extension is compared in lower case: `Notes/A.RTF` is read by the importer `rtf`. Names
  /// such as `.rtf`, which only begin with a dot, have no extension.
  public static func importer(forPath path: String, isPackage: Bool = false) -> Importer? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    return importers.first { $0.isForPackages == isPackage && $0.suffixes.contains(suffix) }
  }

  /// The importer that fits a file's content, where the name misleads.
  ///
  /// Files named `.rtfd` or `.docx` may be plain RTF, files named `.rtf` flat RTFD, and any of them a Word document. Their
  /// bytes decide.
  public static func importer(_ named: Importer, forContent bytes: UnsafeRawBufferPointer) -> Importer {
    if named.isForPackages { return named }
    if FlatRTFD.isFlat(bytes) { return .flatRTFD }
    if DOCXReader.isDOCX(bytes) { return .docx }
    if ODTReader.isODT(bytes) { return .odt }
    let mayBeRTF = [Importer.flatRTFD.name, Importer.docx.name, Importer.odt.name].contains(named.name)
    return mayBeRTF && RTFProbe.isRTF(bytes) ? .rtf : named
  }
}

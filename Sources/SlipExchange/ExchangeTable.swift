internal import SlipRTF
internal import SlipFormats

/// The closed sets of importers and export targets.
public enum ExchangeTable {
  public static let importers: [Importer] = [.rtf, .text, .rtfd, .flatRTFD]

  public static let targets: [ExportTarget] = [.rtf, .rtfd, .text, .html, .markdown, .original]

  public static func importer(named name: String) -> Importer? { importers.first { $0.name == name } }

  /// By its name, or by any name of its format.
  public static func target(named name: String) -> ExportTarget? {
    let formatName = FormatTable.named(name)?.name ?? name
    return targets.first { $0.name == formatName }
  }

  /// The importer for a file, or a directory that counts as one document, of that name, told by its extension.
  public static func importer(forPath path: String, isPackage: Bool = false) -> Importer? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    return importers.first { $0.isForPackages == isPackage && $0.suffixes.contains(suffix) }
  }

  /// The importer that a file's content wants, where names mislead: flat RTFD and RTF are told by their first bytes.
  public static func importer(_ named: Importer, forContent bytes: UnsafeRawBufferPointer) -> Importer {
    if FlatRTFD.isFlat(bytes), !named.isForPackages { return .flatRTFD }
    return named.name == Importer.flatRTFD.name && RTFProbe.isRTF(bytes) ? .rtf : named
  }
}

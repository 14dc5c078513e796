/// The closed sets of importers and export targets.
public enum ExchangeTable {
  public static let importers: [Importer] = [.rtf, .text]

  public static let targets: [ExportTarget] = [.rtf, .text, .html, .markdown, .original]

  public static func importer(named name: String) -> Importer? { importers.first { $0.name == name } }

  public static func target(named name: String) -> ExportTarget? { targets.first { $0.name == name } }

  /// The importer for a file of that name, told by its extension.
  public static func importer(forPath path: String) -> Importer? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    return importers.first { $0.suffixes.contains(suffix) }
  }
}

public import SlipBase
internal import XMLSyntax

/// The schema versions that this program knows, and how to find out which one a document has.
///
/// Versions of one file need not declare themselves. Each version up to 5 has a section that the one before doesn't
/// have (`SchemaVersion.sections`); version 6 has the sections of version 5, version 7 may have `parts`, and
/// version 8 has the sections of version 7.
public enum VersionTable {
  /// The versions, oldest first.
  public static let rows: [SchemaVersion] = [
    Version1.row, Version2.row, Version3.row, Version4.row, Version5.row, Version6.row,
    Version7.row, Version8.row,
  ]

  /// The version that this program writes.
  static let currentRow = Version8.row
  /// The number of the version that this program writes.
  public static let current = currentRow.number

  /// The code where the manifest declares no version, or one that isn't a number.
  public static let undeclared = "SBXV001"
  /// The code where the manifest has a version that this program doesn't know.
  public static let unknown = "SBXV002"
  /// The code where the manifest has a known version, but not the one that is needed.
  public static let other = "SBXV003"
  /// The code where the manifest declares one version and has the structure of a later one.
  public static let contradicted = "SBXV004"

  /// The version with this number; nil for one that this program doesn't know.
  public static func named(_ number: Int) -> SchemaVersion? { rows.first { $0.number == number } }

  /// The version that a document declares: the attribute `version` of its root element `slipbox` in the
  /// namespace `urn:slipbox:manifest`.
  ///
  /// Nothing is read beyond that element, and the number need not be a known one.
  ///
  /// - Throws: `SlipError` with code `undeclared` where the root element is another or declares nothing, and
  ///   for a document that isn't XML up to there.
  public static func declared(in bytes: UnsafeRawBufferPointer, file: String? = nil) throws(SlipError) -> Int
  {
    try declared(in: bytes, root: "slipbox", file: file)
  }

  /// The same for a document whose root element has this name.
  private static func declared(
    in bytes: UnsafeRawBufferPointer, root name: StaticString, file: String?
  ) throws(SlipError) -> Int {
    let root = RootElement(name)
    do throws(SlipError) {
      if let fault = try XMLParser.parse(bytes, handler: root) { throw fault.error(in: bytes, file: file) }
    } catch {
      guard root.wasSeen else { throw error }
    }
    guard root.isManifest, let number = root.version.flatMap({ Int($0) }), number > 0 else {
      throw notDeclared(isManifest: root.isManifest, file)
    }
    return number
  }

  /// What a document says about its version, and what its structure says.
  public struct Detection: Sendable, Hashable {
    /// The number that is declared, known or not; nil where there is none.
    public var declared: Int?
    /// The version that first had the sections that the document has; nil where there are none.
    public var structure: Int?
  }

  /// Finds the version by declaration and by structure. Nothing is read beyond the beginning of the notes.
  ///
  /// - Throws: `SlipError` where the document is no manifest at all.
  public static func detect(
    _ bytes: UnsafeRawBufferPointer, file: String? = nil
  ) throws(SlipError) -> Detection {
    let fingerprint = Fingerprint()
    do throws(SlipError) {
      if let fault = try XMLParser.parse(bytes, handler: fingerprint) {
        guard fingerprint.isManifest else { throw fault.error(in: bytes, file: file) }
      }
    } catch {
      guard fingerprint.hasEnded else { throw error }
    }
    guard fingerprint.isManifest else { throw notDeclared(isManifest: false, file) }
    return Detection(declared: fingerprint.declared, structure: fingerprint.structure)
  }

  /// The version by whose rules a document is to be read.
  ///
  /// That is the declared one. Versions of one file need not declare theirs; it is then the one that the structure
  /// shows.
  ///
  /// - Throws: `SlipError` with code `undeclared`, `unknown`, or `contradicted` where the document has
  ///   sections that came later than the declared version.
  public static func version(
    of bytes: UnsafeRawBufferPointer, file: String? = nil
  ) throws(SlipError) -> SchemaVersion {
    let found = try detect(bytes, file: file)
    guard let number = found.declared ?? found.structure.flatMap({ named($0)?.isTree == false ? $0 : nil })
    else {
      throw notDeclared(isManifest: true, file)
    }
    guard let version = named(number) else { throw mismatch(found: number, wanted: current, file: file) }
    // The schema reports missing sections.
    if let structure = found.structure, structure > number {
      throw SlipError(
        .badInput, code: contradicted,
        "the bundle declares schema version \(number), but has the structure of version \(structure)",
        at: SourceLocation(file: file))
    }
    return version
  }

  /// The error for a document without a version.
  private static func notDeclared(isManifest: Bool, _ file: String?) -> SlipError {
    SlipError(
      .badInput, code: undeclared,
      isManifest ? "the root element declares no schema version" : "the document is not a slip-box manifest",
      at: SourceLocation(file: file))
  }

  /// The version of a document that the reader of the current version can read.
  ///
  /// - Parameters:
  ///   - root: The name of the root element.
  ///   - mustBeCurrent: Whether only the current version will do.
  /// - Throws: `SlipError` with code `unknown` or `other` where it has another one.
  static func readable(
    _ bytes: UnsafeRawBufferPointer, root: StaticString = "slipbox", file: String?,
    mustBeCurrent: Bool = false
  ) throws(SlipError) -> SchemaVersion {
    let found = try declared(in: bytes, root: root, file: file)
    guard let version = named(found), found == current || version.isReadDirectly && !mustBeCurrent else {
      throw mismatch(found: found, wanted: current, file: file)
    }
    return version
  }

  /// The error for a version that isn't the wanted one; the message depends on whether it is newer, unknown
  /// or older.
  private static func mismatch(found: Int, wanted: Int, file: String?) -> SlipError {
    let place = SourceLocation(file: file)
    if found > current {
      return SlipError(
        .badInput, code: unknown,
        "the bundle has schema version \(found); this program knows versions up to \(current)", at: place)
    }
    if named(found) == nil {
      return SlipError(
        .badInput, code: unknown, "the bundle has schema version \(found), which is unknown", at: place)
    }
    return SlipError(
      .badInput, code: other,
      "the bundle has schema version \(found), not \(wanted); `slipconv migrate` converts it",
      at: place)
  }

  /// Looks at the root element and its sections, and stops where notes begin.
  ///
  /// All sections that tell versions apart come before `notes`, except `files`: but `attachments` comes with
  /// it. A manifest with parts has no notes.
  private final class Fingerprint: XMLHandler {
    var isManifest = false
    var declared: Int?
    var hasEnded = false
    private var containers: Set<String> = []
    private var depth = 0

    /// The newest version that has brought one of the sections.
    var structure: Int? { rows.last { !$0.sections.isDisjoint(with: containers) }?.number }

    func startElement(_ element: XMLElement) throws(SlipError) {
      depth += 1
      if depth == 1 {
        isManifest = element.isNamed("slipbox") && element.isIn(namespace: ManifestElement.namespace)
        declared = element.string("version").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      } else if depth == 2, element.isIn(namespace: ManifestElement.namespace) {
        containers.insert(element.localName)
      }
      guard !isManifest || containers.contains("notes") else { return }
      hasEnded = true
      throw SlipError(.cannotDo, "enough")
    }

    func endElement() throws(SlipError) { depth -= 1 }
  }

  /// Looks at the root element and stops there.
  private final class RootElement: XMLHandler {
    var wasSeen = false
    var isManifest = false
    var version: String?
    private let name: StaticString

    init(_ name: StaticString) { self.name = name }

    func startElement(_ element: XMLElement) throws(SlipError) {
      wasSeen = true
      isManifest = element.isNamed(name) && element.isIn(namespace: ManifestElement.namespace)
      version = element.string("version")
      throw SlipError(.cannotDo, "enough")
    }
  }
}

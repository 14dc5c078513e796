public import SlipBase
internal import XMLSyntax

/// The schema versions that this program knows, oldest first.
public enum VersionTable {
  public static let rows: [SchemaVersion] = [Version5.row]

  public static let current = Version5.number

  /// The manifest declares no version, or one that isn't a number.
  public static let undeclared = "SBXV001"
  /// The manifest is of a version that this program doesn't know.
  public static let unknown = "SBXV002"
  /// The manifest is of a known version, but another one than is asked for.
  public static let other = "SBXV003"

  public static func named(_ number: Int) -> SchemaVersion? { rows.first { $0.number == number } }

  /// The version that a document declares: the attribute `version` of its root element `slipbox`, which is in the
  /// namespace `urn:slipbox:manifest`. Reads no further than that element.
  ///
  /// - Throws: `SlipError` when the document is not a manifest at all.
  public static func declared(in bytes: UnsafeRawBufferPointer, file: String? = nil) throws(SlipError) -> Int
  {
    let root = RootElement()
    do throws(SlipError) {
      if let fault = try XMLParser.parse(bytes, handler: root) { throw fault.error(in: bytes, file: file) }
    } catch {
      guard root.wasSeen else { throw error }
    }
    guard root.isManifest, let text = root.version, let number = Int(text), number > 0 else {
      throw SlipError(
        .badInput, code: undeclared,
        root.isManifest
          ? "the root element declares no schema version" : "the document is not a slip-box manifest",
        at: SourceLocation(file: file))
    }
    return number
  }

  /// Checks that a document is of a certain version.
  static func require(_ number: Int, of bytes: UnsafeRawBufferPointer, file: String?) throws(SlipError) {
    let found = try declared(in: bytes, file: file)
    guard found != number else { return }
    throw mismatch(found: found, wanted: number, file: file)
  }

  private static func mismatch(found: Int, wanted: Int, file: String?) -> SlipError {
    let place = SourceLocation(file: file)
    if found > current {
      return SlipError(
        .badInput, code: unknown,
        "the bundle has schema version \(found); this program knows versions up to \(current)", at: place)
    }
    if named(found) == nil {
      return SlipError(
        .badInput, code: unknown, "the bundle has schema version \(found), which isn't known", at: place)
    }
    return SlipError(
      .badInput, code: other,
      "the bundle has schema version \(found), not \(wanted); `slipconv migrate` brings it up",
      at: place)
  }

  /// Looks at the root element and stops there.
  private final class RootElement: XMLHandler {
    var wasSeen = false
    var isManifest = false
    var version: String?

    func startElement(_ element: XMLElement) throws(SlipError) {
      wasSeen = true
      isManifest = element.isNamed("slipbox") && element.isIn(namespace: ManifestElement.namespace)
      version = element.string("version")
      throw SlipError(.cannotDo, "enough")
    }
  }
}

internal import SlipBase
internal import XMLSyntax

/// The files that a manifest lists, whatever else is wrong with it.
///
/// `BundleStage` decides by the listing which files of the old version it may remove, so this errs on the
/// safe side: a manifest that can't be read lists nothing, and then everything stays. Versions 4 and 5 list
/// files in the same form.
struct ManifestListing: Sendable {
  /// By path.
  private let facts: [String: FileFact]
  /// Why the manifest can't be read at all; nil otherwise.
  private let fault: SlipError?

  /// Reads the listing of a bundle.
  ///
  /// A bundle without a manifest lists nothing. Nor does the part of a manifest behind the place where it
  /// isn't well-formed.
  init(_ storage: DirectoryStorage?) {
    let rows = Rows()
    do throws(SlipError) {
      if let storage, try storage.length(of: BundleLayout.manifestPath) != nil {
        _ = try slipErrors {
          try storage.withBytes(of: BundleLayout.manifestPath) { try XMLParser.parse($0, handler: rows) }
        }
      }
      (facts, fault) = (rows.facts, nil)
    } catch {
      (facts, fault) = ([:], error)
    }
  }

  /// What is listed of a file; nil where it isn't listed.
  ///
  /// - Throws: `SlipError` where the manifest couldn't be read.
  func fact(of path: String) throws(SlipError) -> FileFact? {
    if let fault { throw fault }
    return facts[path]
  }

  /// Collects `file` elements wherever they are.
  private final class Rows: XMLHandler {
    var facts: [String: FileFact] = [:]

    func startElement(_ element: XMLElement) throws(SlipError) {
      guard element.isNamed("file"), element.isIn(namespace: ManifestElement.namespace),
        let file = ManifestFile(element, offset: 0)
      else { return }
      facts[file.path] = file.fact
    }
  }
}

internal import SlipBase
internal import XMLSyntax

/// The files that a manifest lists, whatever else it says: of version 4 or 5, also where it breaks rules.
struct ManifestListing: Sendable {
  private let facts: [String: FileFact]
  /// Why the manifest can't be read.
  private let fault: SlipError?

  /// A bundle without a manifest lists nothing, nor does one behind the place where its manifest isn't well-formed.
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
  /// - Throws: Where the manifest couldn't be read.
  func fact(of path: String) throws(SlipError) -> FileFact? {
    if let fault { throw fault }
    return facts[path]
  }

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

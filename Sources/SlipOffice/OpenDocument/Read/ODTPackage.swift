internal import SlipBase
internal import SlipDocument

/// The files of an OpenDocument text: those of a ZIP file, or one XML file that holds all of them.
struct ODTPackage: Sendable {
  private let zip: OfficePackage?
  private let flat: OfficeTree?

  /// Opens a document.
  ///
  /// - Throws: `SlipError` for what is neither, is encrypted, or is of another kind than text.
  init(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, _ findings: inout OfficeFindings
  ) throws(SlipError) {
    if !bytes.starts(with: [0x50, 0x4B]) {
      let (tree, fault) = try slipErrors { try OfficeTreeReader.read(bytes, limits: limits, isMixed: true) }
      guard let root = tree.root, root.name == "office:document" else {
        throw SlipError(
          .badInput, code: OfficeCode.notOpenDocument,
          "This is no OpenDocument text" + (fault.map { ": \($0.message)." } ?? "."))
      }
      if fault != nil { findings.note(.cutPart) }
      (zip, flat) = (nil, tree)
      return
    }
    let package = try OfficePackage(bytes, limits: limits)
    let manifest = try package.tree("META-INF/manifest.xml", &findings)
    if manifest?.root?.descendant("manifest:encryption-data") != nil {
      throw SlipError(
        .badInput, code: OfficeCode.encrypted,
        "The document is encrypted; save it without a password in a word processor first.")
    }
    guard package.has("content.xml") else {
      throw SlipError(
        .badInput, code: OfficeCode.notOpenDocument,
        "This ZIP file is no OpenDocument text: it has no content.xml.")
    }
    (zip, flat) = (package, nil)
  }

  /// The root of a part; in a flat document the root of all.
  ///
  /// - Throws: `SlipError` where it can't be read.
  func root(_ name: String, _ findings: inout OfficeFindings) throws(SlipError) -> OfficeNode? {
    if let flat { return flat.root }
    return try zip?.tree(name, &findings, isMixed: true)?.root
  }

  /// The bytes of a file; nil where there is none.
  ///
  /// - Throws: `SlipError` where it is damaged.
  func read(_ name: String) throws(SlipError) -> [UInt8]? { try zip?.read(name) }
}

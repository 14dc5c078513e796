internal import SlipRTF
internal import SlipRTFD
internal import SlipFiles
internal import ImageCodec
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Conversion of RTFD packages: directories with a text, `TXT.rtf`, and the files that it
/// shows. Within the text a package is RTF with names of files in the place of pictures, so
/// most of the work is the same as for RTF.
extension ConvertRequest {
  /// Converts a package. For plain text its RTF is read directly, without a document in
  /// between.
  func convertPackage(_ standardOutput: (UnsafeRawBufferPointer) throws -> Void) throws -> [Diagnostic] {
    let target = try targetFormat()
    var diagnostics: [Diagnostic] = []
    let (package, contents) = try readPackage(&diagnostics)
    if target.kind == .plainText, changes == .keep {
      diagnostics += try contents.textBytes.withUnsafeBytes { try plainText(of: $0, standardOutput) }
    } else {
      let result = document(package, target)
      diagnostics += result.diagnostics
      diagnostics += try write(result.document, target, standardOutput)
    }
    return located(diagnostics, inTextOf: contents)
  }

  /// What converting a package would lose.
  func reportPackage() throws -> LossReport {
    let target = try targetFormat()
    var diagnostics: [Diagnostic] = []
    let (package, contents) = try readPackage(&diagnostics)
    let result = document(package, target)
    return report(result.document, target, located(diagnostics + result.diagnostics, inTextOf: contents))
  }

  /// The document of the package, with tracked changes resolved as asked for.
  func packageDocument() throws(SlipError) -> Document {
    var diagnostics: [Diagnostic] = []
    let package = try slipErrors { try readPackage(&diagnostics).0 }
    var document = RTFDReader.read(package, limits: limits).document
    document.resolve(changes)
    return document
  }

  /// Reads the files of the package and finds its text.
  ///
  /// - Throws: `SlipError` where the package can't be read, or has no text.
  private func readPackage(_ diagnostics: inout [Diagnostic]) throws -> (FilePackage, RTFDContents) {
    let package = try FilePackage.read(directory: input, limits: limits, diagnostics: &diagnostics)
    guard let contents = RTFDContents(package) else { throw RTFDContents.noText(input) }
    return (package, contents)
  }

  /// The document of a package, prepared for the target format.
  private func document(_ package: FilePackage, _ target: Format) -> ReadResult {
    var result = RTFDReader.read(package, limits: limits)
    result.document.resolve(changes)
    if !target.isRTF { result.document.dropMissingFiles() }
    _ = editLinks(&result.document)
    if target.viewer == .browser { result.document.findStructure(structure) }
    return result
  }

  /// Whether the input is an RTFD package: as `from` says, by its suffix, or by a `TXT.rtf` in
  /// it.
  var isPackage: Bool {
    get throws(SlipError) {
      if let from { return try format(named: from).isPackage }
      let status = try FileSystem.status(input + "/" + RTFDWriter.textName)
      return FormatTable.forPath(input)?.isPackage == true || status?.kind == .file
    }
  }

  /// Gives diagnostics line and column in the text of the package.
  private func located(_ diagnostics: [Diagnostic], inTextOf contents: RTFDContents) -> [Diagnostic] {
    contents.textBytes.withUnsafeBytes { located(diagnostics, in: $0) }
  }

  /// Writes a document as an RTFD package. It replaces nothing but an empty directory, because
  /// nothing says which files of an older package belong only to it.
  ///
  /// - Returns: What went wrong after the package was in place.
  func writePackage(_ document: Document) throws -> [Diagnostic] {
    var document = document
    document.sizePictures()
    let package = RTFDWriter.write(document)
    let stage = try TreeStage.begin(at: output, existing: .refuseUnlessEmpty, names: .thisSystem)
    do throws(SlipError) {
      for entry in package.entries {
        if let bytes = entry.bytes {
          try stage.write(entry.path, bytes)
        } else {
          try stage.makeDirectory(entry.path)
        }
      }
      return try stage.commit().diagnostics
    } catch {
      stage.abandon()
      throw error
    }
  }
}

/// Sizes of pictures in RTFD.
extension Document {
  /// Gives pictures without a size the one in their headers. Cocoa shows a pixel as a point,
  /// which is 20 twips.
  fileprivate mutating func sizePictures() {
    let resources = resources
    editInlines { inline in
      guard case .picture(var picture) = inline, picture.width == nil, picture.height == nil,
        resources.indices.contains(picture.resource),
        case .bytes(let bytes) = resources[picture.resource].content,
        let facts = bytes.withUnsafeBytes({ ImageProbe.probe($0) })
      else { return nil }
      picture.width = facts.width * 20
      picture.height = facts.height * 20
      return [.picture(picture)]
    }
  }
}

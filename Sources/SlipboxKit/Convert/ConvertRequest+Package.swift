internal import SlipRTF
internal import SlipFiles
internal import ImageCodec
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// RTFD packages, which are directories.
extension ConvertRequest {
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

  func reportPackage() throws -> LossReport {
    let target = try targetFormat()
    var diagnostics: [Diagnostic] = []
    let (package, contents) = try readPackage(&diagnostics)
    let result = document(package, target)
    return report(result.document, target, located(diagnostics + result.diagnostics, inTextOf: contents))
  }

  private func readPackage(_ diagnostics: inout [Diagnostic]) throws -> (FilePackage, RTFDContents) {
    let package = try FilePackage.read(directory: input, limits: limits, diagnostics: &diagnostics)
    guard let contents = RTFDContents(package) else { throw RTFDContents.noText(input) }
    return (package, contents)
  }

  private func document(_ package: FilePackage, _ target: Format) -> ReadResult {
    var result = RTFDReader.read(package, limits: limits)
    result.document.settle(changes)
    if !target.name.hasPrefix("rtf") { result.document.dropMissingFiles() }
    _ = editLinks(&result.document)
    if target.viewer == .browser { result.document.findStructure(structure) }
    return result
  }

  /// As the caller says, by its name, or by what lies in it.
  var isPackage: Bool {
    get throws(SlipError) {
      if let from { return try format(named: from).isPackage }
      let status = try FileSystem.status(input + "/" + RTFDWriter.textName)
      return FormatTable.forPath(input)?.isPackage == true || status?.kind == .file
    }
  }

  private func located(_ diagnostics: [Diagnostic], inTextOf contents: RTFDContents) -> [Diagnostic] {
    contents.textBytes.withUnsafeBytes { located(diagnostics, in: $0) }
  }

  /// Takes the place of nothing: nothing says which files of an older package are only its.
  func writePackage(_ document: Document) throws {
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
      try stage.commit()
    } catch {
      stage.abandon()
      throw error
    }
  }
}

extension Document {
  /// Gives pictures without a size their own: Cocoa shows a pixel as a point, of 20 twips.
  fileprivate mutating func sizePictures() {
    let resources = resources
    editInlines { inline in
      guard case .picture(var picture) = inline, picture.width == nil, picture.height == nil,
        resources.indices.contains(picture.resource),
        case .bytes(let bytes) = resources[picture.resource].content,
        let facts = bytes.withUnsafeBytes({ ImageProbe.probe($0) })
      else { return [inline] }
      picture.width = facts.width * 20
      picture.height = facts.height * 20
      return [.picture(picture)]
    }
  }
}

public import SlipBase
public import SlipDocument

/// Reads an RTFD package into a document whose pictures and files have their bytes.
public enum RTFDReader {
  /// Total: a package without text gives an empty document and an error among the diagnostics.
  public static func read(_ package: FilePackage, limits: Limits = Limits()) -> ReadResult {
    guard let contents = RTFDContents(package) else {
      let error = RTFDContents.noText(nil)
      return ReadResult(
        document: Document(),
        diagnostics: [
          Diagnostic(
            code: RTFDCode.noText, severity: .error, message: error.message, location: SourceLocation())
        ])
    }
    var result = contents.textBytes.withUnsafeBytes { RTFReader.readText($0, limits: limits) }
    var filler = Filler(contents: contents, document: result.document)
    result.document.editInlines { filler.inlines(for: $0) }
    result.document.resources = filler.resources
    result.diagnostics += filler.diagnostics
    return result
  }

  /// Puts files in the place of their names.
  private struct Filler {
    let contents: RTFDContents
    var resources: [Resource]
    /// Where the resources are that were names only: several names may mean one file.
    private var filled: [Int: Int] = [:]
    private var byEntry: [Int: Int] = [:]
    private var missing = 0
    private var outside = 0
    private var unpacked: [Diagnostic] = []

    init(contents: RTFDContents, document: Document) {
      self.contents = contents
      resources = document.resources
    }

    var diagnostics: [Diagnostic] {
      let unnamed = contents.unnamed(but: Set(byEntry.keys)).count
      return unpacked + (unnamed > 0 ? [RTFDCode.unnamed(count: unnamed)] : [])
        + (missing > 0 ? [RTFDCode.missing(count: missing)] : [])
        + (outside > 0 ? [RTFDCode.outside(count: outside)] : [])
    }

    /// A picture from a field is none of the package's.
    mutating func inlines(for inline: Inline) -> [Inline] {
      guard case .attachment(var file) = inline, resources.indices.contains(file.resource) else {
        return [inline]
      }
      file.resource = filled[file.resource] ?? fill(file.resource)
      guard case .bytes = resources[file.resource].content,
        resources[file.resource].mediaType.hasPrefix("image/")
      else { return [.attachment(file)] }
      return [
        .picture(Picture(resource: file.resource, width: file.width, height: file.height, style: file.style))
      ]
    }

    /// Nil, and said, for a folder that can't become one file; its name stays.
    private mutating func bytes(of entry: Int) -> [UInt8]? {
      do throws(SlipError) {
        return try contents.bytes(of: entry)
      } catch {
        unpacked.append(
          Diagnostic(
            code: error.code ?? RTFDCode.missing, severity: .error, message: error.message,
            location: SourceLocation()))
        return nil
      }
    }

    /// Gives the resource that has the file's bytes, or still only its name.
    private mutating func fill(_ index: Int) -> Int {
      guard case .file(let name) = resources[index].content else { return index }
      var found = index
      switch contents.place(of: name) {
      case .missing: missing += 1
      case .outside: outside += 1
      case .entry(let entry):
        found = byEntry[entry] ?? index
        byEntry[entry] = found
        if found != index { break }
        guard let bytes = bytes(of: entry) else { break }
        let name = contents.name(of: entry)
        let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
        let mediaType = sniffed == .binary ? RTFMediaType.ofFile(name) : sniffed.name
        resources[index] = Resource(content: .bytes(bytes), mediaType: mediaType, name: name)
      }
      filled[index] = found
      return found
    }
  }
}

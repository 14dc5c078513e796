internal import SlipRTF
public import SlipBase
public import SlipDocument

/// Reads an RTFD package into a document in which pictures and files have their bytes.
public enum RTFDReader {
  /// Reads a package. Any package gives a document: one without text gives an empty document and an
  /// error among the diagnostics (`SBXG211`).
  ///
  /// - Parameters:
  ///   - package: the package.
  ///   - limits: those of `RTFReader` apply.
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

  /// Replaces the names of files by the files.
  ///
  /// A document from RTF has only the names of its attachments, as resources whose content is `.file`.
  /// Each becomes `.bytes`; a name without a file remains and is reported.
  private struct Filler {
    /// The package.
    let contents: RTFDContents
    /// The resources of the document, with bytes where they have been found.
    var resources: [Resource]
    /// The new index of each resource that was only a name. Several names may mean one file.
    private var filled: [Int: Int] = [:]
    /// The resource of each entry of the package.
    private var byEntry: [Int: Int] = [:]
    /// How many names have no file.
    private var missing = 0
    /// How many names lead out of the package.
    private var outside = 0
    /// Reports of folders that can't become a ZIP file.
    private var unpacked: [Diagnostic] = []

    /// Creates a filler for a document.
    init(contents: RTFDContents, document: Document) {
      self.contents = contents
      resources = document.resources
    }

    /// What there is to report.
    var diagnostics: [Diagnostic] {
      let unnamed = contents.unnamed(but: Set(byEntry.keys)).count
      return unpacked + (unnamed > 0 ? [RTFDCode.unnamed(count: unnamed)] : [])
        + (missing > 0 ? [RTFDCode.missing(count: missing)] : [])
        + (outside > 0 ? [RTFDCode.outside(count: outside)] : [])
    }

    /// The inlines that replace one inline: an attached image becomes a picture. Pictures from fields
    /// don't belong to the package and stay.
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

    /// The bytes of an entry; nil, and reported, for a folder that can't become a ZIP file. Then its
    /// name remains.
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

    /// Gives a resource the bytes of its file, if there is one.
    ///
    /// - Returns: the index of the resource to use, which for a file that another resource names is
    ///   that one's.
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

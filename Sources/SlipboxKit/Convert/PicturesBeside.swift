internal import SlipFiles
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Reads the pictures that a page or a Markdown file shows from its own folder.
struct PicturesBeside {
  private let folder: DirectoryHandle
  /// As the input's path has it, with its slash.
  private let folderName: String
  private let limits: Limits
  private var bytesLeft: Int
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter input: the path of the file that shows the pictures.
  init(of input: String, limits: Limits) throws(SlipError) {
    folderName = PathText.split(input).folder
    folder = try DirectoryHandle(folderName.isEmpty ? "." : folderName)
    self.limits = limits
    bytesLeft = limits.packageBytes
  }

  /// Gives the document the bytes of pictures that it names. What can't be read stays a name, with a warning: what lies
  /// outside of the folder, what is reached by a symbolic link, what isn't there and what is no picture.
  mutating func read(into document: inout Document) {
    for index in document.picturedResources {
      guard case .file(let path) = document.resources[index].content, !path.isEmpty else { continue }
      do throws(SlipError) {
        let (bytes, mediaType) = try read(path)
        document.resources[index].content = .bytes(bytes)
        document.resources[index].mediaType = mediaType.name
        document.resources[index].name = document.resources[index].name ?? PathText.split(path).name
      } catch {
        diagnostics.append(
          Diagnostic(
            code: KitCode.missingPicture, severity: .warning, message: error.message,
            location: SourceLocation(file: folderName + path),
            hint: "The picture remains a reference to its file; its description is shown instead."))
      }
    }
  }

  private mutating func read(_ path: String) throws(SlipError) -> ([UInt8], MediaType) {
    guard let place = PicturesBeside.place(path) else {
      throw SlipError(
        .badInput, "A picture is outside the folder of the file that shows it; it was not read")
    }
    guard try folder.status(of: place)?.kind == .file else {
      throw SlipError(.badInput, "A picture is missing, or is not a regular file")
    }
    let file = try InputFile(place, beneath: folder)
    guard file.length <= bytesLeft else {
      throw SlipError(.badInput, "The pictures have more bytes than the limit, \(limits.packageBytes)")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.length)
    try slipErrors { try file.forEachChunk { bytes += $0 } }
    try file.expectUnchanged()
    bytesLeft -= bytes.count
    guard let mediaType = PicturesBeside.pictureType(bytes, path) else {
      throw SlipError(.badInput, "The file that is shown as a picture is not a picture")
    }
    return (bytes, mediaType)
  }

  /// The path without `.` and `..`; nil where it leads out of the folder.
  private static func place(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.isEmpty || path.hasPrefix("/") ? nil : parts.joined(separator: "/")
  }

  /// By content; SVG is text, of which the suffix tells.
  private static func pictureType(_ bytes: [UInt8], _ path: String) -> MediaType? {
    let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
    if sniffed.isImage { return sniffed }
    let isText = [MediaType.xml, .html, .plainText].contains(sniffed)
    return isText && path.lowercased().hasSuffix(".svg") ? .svg : nil
  }
}

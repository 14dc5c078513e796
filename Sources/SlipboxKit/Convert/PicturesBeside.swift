internal import SlipFiles
internal import SlipBase
internal import SlipDocument

/// Reads the pictures that a page or a Markdown file shows from its own folder.
///
/// The file comes from anyone, so it can't be trusted to name only its own pictures: whatever
/// is outside the folder is not read, neither by `..` nor by a symbolic link.
struct PicturesBeside {
  /// The folder of the file; paths are resolved beneath it.
  private let folder: DirectoryHandle
  /// The folder as the path of the input names it, with a slash at its end; empty for the
  /// working directory.
  private let folderName: String
  /// Bounds on what is read.
  private let limits: Limits
  /// How many bytes of pictures may still be read.
  private var bytesLeft: Int
  /// A warning for each picture that could not be read.
  private(set) var diagnostics: [Diagnostic] = []

  /// Opens the folder of a file.
  ///
  /// - Parameter input: The path of the file that shows the pictures.
  /// - Throws: `SlipError` where the folder can't be opened.
  init(of input: String, limits: Limits) throws(SlipError) {
    try self.init(folder: PathText.split(input).folder, limits: limits)
  }

  /// Opens a folder.
  ///
  /// - Parameter folderName: The folder, with a slash at its end; empty for the working directory.
  /// - Throws: `SlipError` where it can't be opened.
  init(folder folderName: String, limits: Limits) throws(SlipError) {
    self.folderName = folderName
    folder = try DirectoryHandle(folderName.isEmpty ? "." : folderName)
    self.limits = limits
    bytesLeft = limits.packageBytes
  }

  /// Replaces the names of pictures in the document by their bytes. A picture that is outside
  /// the folder, is reached by a symbolic link, is missing or isn't a picture remains a name,
  /// with a warning.
  ///
  /// The pictures of one document share the bound `Limits.packageBytes`, so a page can't fill
  /// the memory by showing a large file many times.
  ///
  /// - Parameters:
  ///   - document: Shows the pictures.
  ///   - known: Names that stay as they are.
  /// - Throws: `SlipError` where the system fails to say whether there is a picture, or to deliver it.
  mutating func read(
    into document: inout Document, except known: Set<String> = []
  ) throws(SlipError) {
    for index in document.picturedResources {
      guard case .file(let path) = document.resources[index].content, !path.isEmpty, !known.contains(path)
      else { continue }
      do throws(SlipError) {
        let (bytes, mediaType) = try read(path)
        document.resources[index].content = .bytes(bytes)
        document.resources[index].mediaType = mediaType.name
        document.resources[index].name = document.resources[index].name ?? PathText.split(path).name
      } catch {
        // A device that reports an error says nothing about the picture.
        if error.isFaultOfSystem { throw error }
        diagnostics.append(
          Diagnostic(
            code: KitCode.missingPicture, severity: .warning, message: error.message,
            location: SourceLocation(file: folderName + path),
            hint: "The picture remains a reference to its file; its description is shown instead."))
      }
    }
  }

  /// Reads one picture.
  ///
  /// - Throws: `SlipError` with the message of the warning.
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

  /// The path without `.` and `..`; nil where it leads out of the folder or is absolute.
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

  /// The media type by content; nil where it isn't a picture. SVG is text, so for it the suffix
  /// decides.
  private static func pictureType(_ bytes: [UInt8], _ path: String) -> MediaType? {
    let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
    if sniffed.isImage { return sniffed }
    let isText = [MediaType.xml, .html, .plainText].contains(sniffed)
    return isText && path.lowercased().hasSuffix(".svg") ? .svg : nil
  }
}

internal import RTFSyntax
internal import SlipRTF
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipPrograms

/// Which formats a conversion is from and to.
extension ConvertRequest {
  /// The name of the format or program that `from` can have and that is meant by a name, in any case; nil for others.
  public static func source(named name: String) -> String? {
    FormatTable.named(name)?.name ?? ProgramTable.sources.kind(named: name.lowercased())?.name
  }

  /// The error that a format can't be read or can't be written.
  func oneWay(_ message: String) -> SlipError {
    SlipError(.usage, code: KitCode.oneWayFormat, message)
  }

  /// The format of the input: as the request says, by content, then by suffix.
  ///
  /// RTF is recognized by its first bytes, because many `.doc` and `.txt` files are RTF. Then
  /// the suffix decides, since other formats are hard to tell by content; without a known
  /// suffix the content is tried.
  ///
  /// - Throws: `SlipError`, such as for a Word document, or for a `.rtf` file that isn't RTF.
  func sourceFormat(_ bytes: UnsafeRawBufferPointer) throws(SlipError) -> Format {
    if let from {
      if FormatTable.named(from)?.read == nil,
        let program = ProgramFormat(named: from, path: input, encoding: encoding)
      {
        return program.format
      }
      return try format(named: from)
    }
    // Content decides before the suffix, because many .doc and .txt files are RTF.
    if RTFProbe.isRTF(bytes), let rtf = FormatTable.named("rtf") { return rtf }
    if let office = FormatTable.sniffing(bytes), office.isOffice { return office }
    if input != "-", let program = try ProgramFormat(of: input, encoding: encoding, limits: limits) {
      return program.format
    }
    if let message = OtherDocument.message(bytes, path: input) {
      throw SlipError(.badInput, code: KitCode.unknownFormat, message, at: SourceLocation(file: input))
    }
    if input != "-", let format = FormatTable.forPath(input) {
      if format.kind == .rtf {
        throw SlipError(
          .badInput, code: KitCode.notRTF, "This file is not RTF: it does not begin with {\\rtf.",
          at: SourceLocation(file: input))
      }
      return format
    }
    if let format = FormatTable.sniffing(bytes) { return format }
    throw SlipError(
      .usage, code: KitCode.unknownFormat, "The input's format is unknown; name it with --from.",
      at: SourceLocation(file: input))
  }

  /// Reads the input in its format.
  ///
  /// - Throws: `SlipError` where the format can only be written, or refuses the input.
  func read(
    _ bytes: UnsafeRawBufferPointer, _ format: Format, in encoding: TextEncoding?
  ) throws(SlipError) -> ReadResult {
    let result: ReadResult?
    do throws(SlipError) { result = try format.read(bytes, in: encoding, limits: limits) } catch {
      var error = error
      error.location = SourceLocation(file: input, error.location?.place ?? .wholeFile)
      throw error
    }
    guard let result else { throw oneWay("\(format.title) can be written, but not read.") }
    return result
  }

  /// The format of the output: as the request says, or by suffix.
  func targetFormat() throws(SlipError) -> Format {
    if let to { return try format(named: to) }
    if output != "-", let format = FormatTable.forPath(output) { return format }
    throw SlipError(.usage, code: KitCode.unknownFormat, "The output format is unknown; name it with --to.")
  }

  /// The format of this name or suffix, such as `markdown` or `md`.
  ///
  /// - Throws: `SlipError` with `KitCode.unknownFormat`, which lists the known ones.
  func format(named name: String) throws(SlipError) -> Format {
    guard let format = FormatTable.named(name) else {
      let names = FormatTable.rows.map(\.name).joined(separator: ", ")
      throw SlipError(
        .usage, code: KitCode.unknownFormat, "There is no format of this name; known formats are: \(names).")
    }
    return format
  }
}

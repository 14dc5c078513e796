/// The place that a diagnostic or an error is about: a file, and a position or an object in it.
public struct SourceLocation: Sendable, Hashable {
  /// A place within a file, as exactly as the reporter knows it.
  public enum Place: Sendable, Hashable {
    /// The file as a whole.
    case wholeFile
    /// An offset in bytes from the start of the file.
    case byte(Int)
    /// A line and a column, both from 1. Columns count bytes. `offset` is the byte offset, where it
    /// is known.
    case position(line: Int, column: Int, offset: Int?)
    /// A named thing inside the file, such as a note's UUID or an entry of an archive.
    case object(String)
  }

  /// The file's path as the user knows it, or relative to the bundle; nil where there is only one
  /// input.
  public var file: String?
  /// The place within the file.
  public var place: Place

  /// Creates a location; without a place it means the whole file.
  public init(file: String? = nil, _ place: Place = .wholeFile) {
    self.file = file
    self.place = place
  }

  /// The line and column of a byte offset in a text. Lines end in LF, CR LF or CR.
  ///
  /// Takes time proportional to `offset`. For many offsets of one text use
  /// `[Diagnostic].placed(in:)`, which makes one pass for all.
  public static func position(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Place {
    var counter = LineCounter(bytes)
    return counter.position(of: offset)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// The location as compilers print it, such as `notes.rtf:12:7`.
  ///
  /// A file without a name prints as `-`, a byte offset as `name:@123`, an object as `name#object`.
  /// Characters that could drive a terminal are escaped.
  public var description: String {
    let name = file.map(PrintableText.of) ?? "-"
    switch place {
    case .wholeFile: return name
    case .byte(let offset): return "\(name):@\(offset)"
    case .position(let line, let column, _): return "\(name):\(line):\(column)"
    case .object(let object): return "\(name)#\(PrintableText.of(object))"
    }
  }
}

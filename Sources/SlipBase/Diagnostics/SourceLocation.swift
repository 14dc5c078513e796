/// Where a diagnostic or an error stands.
public struct SourceLocation: Sendable, Hashable {
  public enum Place: Sendable, Hashable {
    case wholeFile
    /// Offset in bytes from the start of the file.
    case byte(Int)
    /// Line and column count from 1; the column counts bytes. `offset` is in bytes where it is known.
    case position(line: Int, column: Int, offset: Int?)
    /// A thing with a name inside the file, such as a note's UUID.
    case object(String)
  }

  /// The file's path as the user knows it, or relative to the bundle; nil when there is only one input.
  public var file: String?
  public var place: Place

  public init(file: String? = nil, _ place: Place = .wholeFile) {
    self.file = file
    self.place = place
  }

  /// Line and column of a byte offset in `bytes`. Lines end in LF, CR LF or CR.
  public static func position(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Place {
    var counter = LineCounter(bytes)
    return counter.position(of: offset)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, as compilers print it.
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

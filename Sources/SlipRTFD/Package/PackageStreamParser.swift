internal import SlipRTF
package import SlipBase

/// Parses the stream of a package piece by piece, without holding the content of files.
///
/// It enforces the rules of the format: paths stay inside the package and increase bytewise, each part
/// has just one spelling, and no file is a folder as well. A stream that breaks a rule is rejected from
/// there on. A package of a file and an empty folder looks like this:
///
/// ```
/// slipbox package 1
/// file 7 TXT.rtf\bin12 {\rtf1 Text}
/// folder 6 images
/// ```
package struct PackageStreamParser {
  /// The line at the beginning of each stream.
  package static let head = Array("slipbox package 1\n".utf8)

  /// What the parser finds.
  package enum Event {
    /// An entry begins; `length` is the length of a file, and nil for a folder.
    case entry(path: String, length: Int?)
    /// A piece of the content of the file that began last.
    case data(UnsafeRawBufferPointer)
  }

  /// The part of the stream that is being read.
  private enum State {
    /// The line at the beginning.
    case head
    /// `file` or `folder`, ended by a space; the stream may also end here.
    case kind
    /// The length of the path in bytes, ended by a space.
    case nameLength
    /// The path.
    case name
    /// `\bin`, which follows the path of a file.
    case binaryWord
    /// The length of the file, ended by a space.
    case dataLength
    /// The content of the file.
    case data
    /// The line end behind an entry.
    case lineEnd
    /// The stream has broken a rule, and nothing more is read.
    case broken
  }

  /// `packageFiles` and `packageBytes` apply.
  private let limits: Limits
  /// The part that is being read.
  private var state = State.head
  /// What has come of this part.
  private var token: [UInt8] = []
  /// How many bytes the part has; for data, how many are still to come.
  private var wanted = head.count
  /// Whether the current entry is a file.
  private var isFile = false
  /// The path of the current entry.
  private var path = ""
  /// The path of the last entry.
  private var last: String?
  /// The paths of the files, as bytes because Swift's `==` takes composed and decomposed letters for
  /// the same.
  private var files: Set<[UInt8]> = []
  /// How many entries have begun.
  private var entries = 0
  /// The length of all files so far, as announced.
  private var bytes = 0

  /// Creates a parser at the start of a stream.
  package init(limits: Limits) { self.limits = limits }

  /// Whether what has come is a whole stream. It is false after an error.
  package var isComplete: Bool { state == .kind && token.isEmpty }

  /// Parses the next piece.
  ///
  /// - Parameter handle: receives the events. The bytes of data are valid only during the call.
  /// - Throws: what `handle` throws.
  package mutating func feed(_ chunk: UnsafeRawBufferPointer, _ handle: (Event) throws -> Void) rethrows {
    var position = 0
    while position < chunk.count, state != .broken {
      if state == .data {
        let count = min(wanted, chunk.count - position)
        try handle(.data(UnsafeRawBufferPointer(rebasing: chunk[position..<(position + count)])))
        position += count
        wanted -= count
        if wanted == 0 { begin(.lineEnd, 1) }
      } else {
        try take(chunk[position], handle)
        position += 1
      }
    }
  }

  /// Takes one byte of a part other than data.
  private mutating func take(_ byte: UInt8, _ handle: (Event) throws -> Void) rethrows {
    switch state {
    case .kind, .nameLength, .dataLength:
      if byte == UInt8(ascii: " ") { return try endWord(handle) }
      token.append(byte)
      if token.count > 19 { state = .broken }
    default:
      token.append(byte)
      if token.count == wanted { try endPart(handle) }
    }
  }

  /// Begins a part.
  ///
  /// - Parameter count: how many bytes it has, where that is known.
  private mutating func begin(_ next: State, _ count: Int = 0) {
    state = next
    wanted = count
    token.removeAll(keepingCapacity: true)
  }

  /// Ends a part that is terminated by a space.
  private mutating func endWord(_ handle: (Event) throws -> Void) rethrows {
    if state == .kind {
      isFile = token.elementsEqual("file".utf8)
      guard isFile || token.elementsEqual("folder".utf8) else { return state = .broken }
      return begin(.nameLength)
    }
    guard let number = number(), number <= (state == .nameLength ? 1 << 16 : limits.packageBytes) else {
      return state = .broken
    }
    if state == .nameLength { return number > 0 ? begin(.name, number) : (state = .broken) }
    bytes += number
    guard bytes <= limits.packageBytes else { return state = .broken }
    try handle(.entry(path: path, length: number))
    begin(number > 0 ? .data : .lineEnd, max(number, 1))
  }

  /// Ends a part of a known length.
  private mutating func endPart(_ handle: (Event) throws -> Void) rethrows {
    switch state {
    case .head where token == PackageStreamParser.head, .lineEnd where token == [0x0A]: begin(.kind)
    case .name:
      guard let name = String(validating: token, as: UTF8.self), isNext(name) else { return state = .broken }
      path = name
      if isFile { return begin(.binaryWord, 4) }
      try handle(.entry(path: name, length: nil))
      begin(.lineEnd, 1)
    case .binaryWord where token.elementsEqual("\\bin".utf8): begin(.dataLength)
    default: state = .broken
    }
  }

  /// The decimal number that has come; nil for anything else, including numbers with leading zeros.
  private func number() -> Int? {
    guard token.allSatisfy({ $0.isASCIIDigit }),
      let value = Int(String(decoding: token, as: UTF8.self)), String(value).utf8.count == token.count
    else { return nil }
    return value
  }

  /// Whether a path may follow the last one; counts and notes it.
  private mutating func isNext(_ name: String) -> Bool {
    entries += 1
    guard entries <= limits.packageFiles, FilePackage.isPath(name),
      last.map({ $0.utf8.lexicographicallyPrecedes(name.utf8) }) ?? true
    else { return false }
    last = name
    if isFile { files.insert(token) }
    return !token.indices.contains { token[$0] == UInt8(ascii: "/") && files.contains(Array(token[..<$0])) }
  }
}

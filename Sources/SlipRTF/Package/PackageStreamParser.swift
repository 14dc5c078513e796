package import SlipBase

/// Reads a package's stream piece by piece, in memory for one name, and holds it to its rules: paths that stay inside,
/// rise bytewise, and are no file's and a folder's at once.
package struct PackageStreamParser {
  package static let head = Array("slipbox package 1\n".utf8)

  package enum Event {
    /// An entry begins; `length` is nil for a folder.
    case entry(path: String, length: Int?)
    /// A piece of the file that began last.
    case data(UnsafeRawBufferPointer)
  }

  private enum State {
    case head, kind, nameLength, name, binaryWord, dataLength, data, lineEnd, broken
  }

  private let limits: Limits
  private var state = State.head
  /// What is read of the part that `state` names.
  private var token: [UInt8] = []
  /// Bytes that part has, or of the data those that are still to come.
  private var wanted = head.count
  private var isFile = false
  private var path = ""
  private var last: String?
  /// Paths of files, as bytes: Swift takes two forms of a letter for the same.
  private var files: Set<[UInt8]> = []
  private var entries = 0
  private var bytes = 0

  package init(limits: Limits) { self.limits = limits }

  /// Whether what came was a whole stream.
  package var isComplete: Bool { state == .kind && token.isEmpty }

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

  private mutating func take(_ byte: UInt8, _ handle: (Event) throws -> Void) rethrows {
    switch state {
    case .kind, .nameLength, .dataLength:
      if byte == 0x20 { return try endWord(handle) }
      token.append(byte)
      if token.count > 19 { state = .broken }
    default:
      token.append(byte)
      if token.count == wanted { try endPart(handle) }
    }
  }

  private mutating func begin(_ next: State, _ count: Int = 0) {
    state = next
    wanted = count
    token.removeAll(keepingCapacity: true)
  }

  /// A part that a space ends.
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

  /// A part of a known length.
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

  /// Decimal, without leading zeros.
  private func number() -> Int? {
    guard token.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int(String(decoding: token, as: UTF8.self)), String(value).utf8.count == token.count
    else { return nil }
    return value
  }

  private mutating func isNext(_ name: String) -> Bool {
    entries += 1
    guard entries <= limits.packageFiles, FilePackage.isPath(name),
      last.map({ $0.utf8.lexicographicallyPrecedes(name.utf8) }) ?? true
    else { return false }
    last = name
    if isFile { files.insert(token) }
    return !token.indices.contains { token[$0] == 0x2F && files.contains(Array(token[..<$0])) }
  }
}

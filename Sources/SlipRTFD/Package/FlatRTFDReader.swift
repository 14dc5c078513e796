internal import SlipRTF
internal import SlipBase

/// Reads the records of a flat RTFD; for the format see `FlatRTFD`.
///
/// Folders wait on a stack, so nesting costs memory and not recursion. Lengths in the file are never
/// trusted: a record that claims more bytes than its folder has is cut off there, and the file is
/// reported as damaged.
struct FlatRTFDReader {
  /// What has been read.
  private(set) var package = FilePackage()
  /// The file.
  private let bytes: UnsafeRawBufferPointer
  /// `packageFiles` and `packageBytes` apply.
  private let limits: Limits
  /// The folders whose records are still to be read.
  private var waiting: [(range: Range<Int>, path: String)] = []
  /// How many entries have been read, including those that are left out.
  private var count = 0
  /// The length of all files so far.
  private var length = 0
  /// Whether the file is cut off or contradicts itself.
  private var isDamaged = false
  /// How many entries are neither a file nor a folder.
  private var leftOut = 0
  /// How many entries have a name that can't be one in a folder.
  private var outside = 0
  /// Whether a limit is exceeded, which ends the reading.
  private var isTooLarge = false

  /// Creates a reader.
  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Reads the whole file.
  mutating func run() {
    waiting = [(FlatRTFD.magic.count..<bytes.count, "")]
    while let folder = waiting.popLast(), !isTooLarge { read(folder.range, folder.path) }
  }

  /// What there is to report.
  var diagnostics: [Diagnostic] {
    var list: [Diagnostic] = []
    if isDamaged {
      list.append(
        RTFDCode.damaged("the flat RTFD is cut off or contradicts itself; its readable part was read"))
    }
    if outside > 0 { list.append(RTFDCode.outside(count: outside)) }
    if leftOut > 0 {
      list.append(
        Diagnostic(
          code: RTFDCode.notKept, severity: .warning,
          message: "an entry of the flat RTFD is not a file; it is left out",
          location: SourceLocation(), count: leftOut))
    }
    if isTooLarge {
      list.append(
        Diagnostic(
          code: RTFDCode.tooLarge, severity: .warning,
          message: "the flat RTFD has more files or bytes than the limit; the rest is left out",
          location: SourceLocation()))
    }
    return list
  }

  /// Reads the record of a folder and its entries.
  ///
  /// - Parameters:
  ///   - range: the record.
  ///   - folder: the path of the folder; empty for the package itself.
  private mutating func read(_ range: Range<Int>, _ folder: String) {
    var position = range.lowerBound
    guard number(&position, range) == 3, let total = number(&position, range) else {
      isDamaged = true
      return
    }
    guard total <= limits.packageFiles else {
      isTooLarge = true
      return
    }
    var names: [String?] = []
    var lengths: [Int] = []
    while names.count < total, let name = name(&position, range) { names.append(name) }
    while lengths.count < names.count, let length = number(&position, range) { lengths.append(length) }
    if lengths.count < total { isDamaged = true }
    for (name, length) in zip(names, lengths) {
      let end = min(position + length, range.upperBound)
      if end < position + length { isDamaged = true }
      if name != "." { take(name, folder, position..<end) }
      position = end
    }
  }

  /// Takes an entry of a folder.
  ///
  /// - Parameters:
  ///   - name: its name; nil when it isn't UTF-8.
  ///   - folder: the path of the folder; empty for the package itself.
  ///   - range: its record.
  private mutating func take(_ name: String?, _ folder: String, _ range: Range<Int>) {
    count += 1
    guard count <= limits.packageFiles else {
      isTooLarge = true
      return
    }
    guard let name, !name.utf8.contains(0x2F), FilePackage.isPath(name) else {
      outside += 1
      return
    }
    let path = folder.isEmpty ? name : folder + "/" + name
    var position = range.lowerBound
    switch number(&position, range) {
    case 1: file(path, range, position)
    case 3:
      // `add` rejects paths of more than 64 components, which limits how deeply folders nest.
      if package.add(path, nil) { waiting.append((range, path)) } else { isDamaged = true }
    case nil: isDamaged = true
    default: leftOut += 1
    }
  }

  /// Takes the data of a file, as much of it as is there.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - range: its record.
  ///   - start: behind the kind of the record.
  private mutating func file(_ path: String, _ range: Range<Int>, _ start: Int) {
    var position = start
    guard let announced = announced(&position, range) else {
      isDamaged = true
      return
    }
    let end = min(position + announced, range.upperBound)
    if end < position + announced { isDamaged = true }
    length += end - position
    guard length <= limits.packageBytes else {
      isTooLarge = true
      return
    }
    if !package.add(path, Array(bytes[position..<end])) { isDamaged = true }
  }

  /// A length that says that the real one follows, and padding before the data.
  private static let aligned = 0x8000_0000

  /// Reads the length of a file's data and moves to where the data begins; nil when the bytes end before.
  ///
  /// Data of more than 4,096 bytes may be aligned to pages: the length of the padding follows the real length.
  private func announced(_ position: inout Int, _ range: Range<Int>) -> Int? {
    guard let length = number(&position, range) else { return nil }
    guard length == FlatRTFDReader.aligned else { return length }
    guard let real = number(&position, range), let padding = number(&position, range) else { return nil }
    position = min(position + padding, range.upperBound)
    return real
  }

  /// Reads a number and moves behind it; nil when the bytes end before.
  private func number(_ position: inout Int, _ range: Range<Int>) -> Int? {
    guard range.upperBound - position >= 4 else { return nil }
    defer { position += 4 }
    return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
  }

  /// Reads a name and moves behind it. Nil when the bytes end before; a nil inside when the name isn't
  /// UTF-8.
  private func name(_ position: inout Int, _ range: Range<Int>) -> String?? {
    guard let length = number(&position, range), length <= range.upperBound - position else { return nil }
    defer { position += length }
    return .some(String(validating: bytes[position..<(position + length)], as: UTF8.self))
  }
}

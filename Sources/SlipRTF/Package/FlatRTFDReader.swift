internal import SlipBase

/// Reads the records of a flat RTFD; folders wait on a stack of their own.
struct FlatRTFDReader {
  private(set) var package = FilePackage()
  private let bytes: UnsafeRawBufferPointer
  private let limits: Limits
  /// Folders whose records are yet to be read.
  private var waiting: [(range: Range<Int>, path: String)] = []
  private var count = 0
  private var length = 0
  private var isDamaged = false
  private var leftOut = 0
  private var outside = 0
  private var isTooLarge = false

  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func run() {
    waiting = [(FlatRTFD.magic.count..<bytes.count, "")]
    while let folder = waiting.popLast(), !isTooLarge { read(folder.range, folder.path) }
  }

  var diagnostics: [Diagnostic] {
    var list: [Diagnostic] = []
    if isDamaged {
      list.append(
        RTFDCode.damaged("the flat RTFD is cut off or contradicts itself; what can be read of it is"))
    }
    if outside > 0 { list.append(RTFDCode.outside(count: outside)) }
    if leftOut > 0 {
      list.append(
        Diagnostic(
          code: RTFDCode.notKept, severity: .warning,
          message: "an entry of the flat RTFD is no file; it is left out",
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
      // A stack of folders is as deep as paths may be.
      if package.add(path, nil) { waiting.append((range, path)) } else { isDamaged = true }
    case nil: isDamaged = true
    default: leftOut += 1
    }
  }

  private mutating func file(_ path: String, _ range: Range<Int>, _ start: Int) {
    var position = start
    guard let announced = number(&position, range) else {
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

  private func number(_ position: inout Int, _ range: Range<Int>) -> Int? {
    guard range.upperBound - position >= 4 else { return nil }
    defer { position += 4 }
    return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
  }

  /// Nil where the bytes end; nil within for names that aren't UTF-8.
  private func name(_ position: inout Int, _ range: Range<Int>) -> String?? {
    guard let length = number(&position, range), length <= range.upperBound - position else { return nil }
    defer { position += length }
    return .some(String(validating: bytes[position..<(position + length)], as: UTF8.self))
  }
}

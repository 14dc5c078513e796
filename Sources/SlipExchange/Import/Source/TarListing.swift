internal import SlipBase

/// The files of a tar archive in memory (POSIX.1-2001, pax; also ustar and GNU long names).
///
/// Only regular files are listed. A path that is absolute or leads upwards is left out, and so is all behind the first
/// damaged header.
struct TarListing: Sendable {
  /// A file.
  struct Entry: Sendable {
    /// The path, with `/` between names.
    var path: String
    /// Where its bytes are in the archive.
    var range: Range<Int>
    /// When it was last modified; nil when unknown.
    var modified: Timestamp?
  }

  /// The files in the order of the archive.
  private(set) var entries: [Entry] = []
  /// Paths that are left out because they lead out of the archive.
  private(set) var unsafe: [String] = []
  /// Whether the archive ends early, or a header is damaged.
  private(set) var isDamaged = false

  /// The length of a header, and what lengths are rounded up to.
  private static let block = 512

  /// Whether bytes begin as a tar archive does: the header's checksum is right.
  static func isTar(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= block && checksumIsRight(bytes, at: 0)
  }

  /// Lists an archive.
  ///
  /// - Parameter most: How many entries are listed at most; what follows counts as damage.
  init(_ bytes: UnsafeRawBufferPointer, most: Int) {
    var position = 0
    var longPath: String?
    while position + TarListing.block <= bytes.count {
      if bytes[position..<position + TarListing.block].allSatisfy({ $0 == 0 }) { return }
      guard entries.count < most, TarListing.checksumIsRight(bytes, at: position),
        let size = TarListing.number(bytes, position + 124, 12)
      else { break }
      let start = position + TarListing.block
      guard size >= 0, size <= bytes.count - start else { break }
      let data = start..<start + size
      switch bytes[position + 156] {
      case UInt8(ascii: "x"): longPath = TarListing.paxPath(bytes, data) ?? longPath
      case UInt8(ascii: "L"): longPath = TarListing.text(bytes, data.lowerBound, data.count)
      case UInt8(ascii: "0"), 0:
        let time = TarListing.number(bytes, position + 136, 12).map { Timestamp(seconds: Int64($0)) }
        add(longPath ?? TarListing.path(bytes, position), data, time)
        longPath = nil
      case UInt8(ascii: "g"): break
      default: longPath = nil
      }
      let (padded, overflow) = size.addingReportingOverflow(TarListing.block - 1)
      if overflow { break }
      position = start + padded / TarListing.block * TarListing.block
    }
    // An archive ends with blocks of zeros: without them, it may have been cut off between two files.
    isDamaged = true
  }

  /// Adds a file, unless its path leads out of the archive.
  private mutating func add(_ path: String, _ range: Range<Int>, _ modified: Timestamp?) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "." { parts.removeFirst() }
    let clean = parts.joined(separator: "/")
    guard SourcePath.isInside(clean) else {
      unsafe.append(path)
      return
    }
    entries.append(
      Entry(path: clean, range: range, modified: modified.flatMap { $0.isWithinRFC3339 ? $0 : nil }))
  }

  /// The path in a header: the prefix and the name.
  ///
  /// ```
  /// offset  length  field              offset  length  field
  ///      0     100  name                  148       8  checksum
  ///    124      12  size                  156       1  type
  ///    136      12  time of change        257       5  "ustar"
  ///                                       345     155  prefix of the name
  /// ```
  private static func path(_ bytes: UnsafeRawBufferPointer, _ header: Int) -> String {
    let name = text(bytes, header, 100)
    let isPOSIX = text(bytes, header + 257, 5) == "ustar"
    let prefix = isPOSIX ? text(bytes, header + 345, 155) : ""
    return prefix.isEmpty ? name : prefix + "/" + name
  }

  /// The value of `path` in a pax header: lines `LENGTH KEY=VALUE`.
  private static func paxPath(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String? {
    var found: String?
    var rest = bytes[range]
    while let space = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[rest.startIndex..<space], as: UTF8.self)),
      length > space - rest.startIndex + 1, length <= rest.count
    {
      let line = rest[(space + 1)..<(rest.startIndex + length - 1)]
      if line.starts(with: "path=".utf8) { found = String(decoding: line.dropFirst(5), as: UTF8.self) }
      rest = rest[(rest.startIndex + length)...]
    }
    return found
  }

  /// A field of text, which ends at a NUL.
  private static func text(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ length: Int) -> String {
    String(decoding: bytes[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A field with an octal number; nil for anything else, and for numbers of eight bytes and more.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ length: Int) -> Int? {
    let field = bytes[start..<start + length]
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { (0x30...0x37).contains($0) }
    guard digits.count <= 12 else { return nil }
    return digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
  }

  /// Whether the sum of a header's bytes is the one that it names.
  private static func checksumIsRight(_ bytes: UnsafeRawBufferPointer, at header: Int) -> Bool {
    guard let sum = number(bytes, header + 148, 8) else { return false }
    var total = 0
    for index in 0..<block {
      total += (148..<156).contains(index) ? 0x20 : Int(bytes[header + index])
    }
    return total == sum && sum > 0x20 * 8
  }
}

/// Paths within containers.
///
/// ```swift
/// SourcePath.join("notes/bees", "../pic.png")   // "notes/pic.png"
/// SourcePath.join("notes", "../../pic.png")     // nil
/// ```
package enum SourcePath {
  /// The most names in a path.
  package static let deepest = 64

  /// Whether a path is relative and stays inside.
  static func isInside(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count <= deepest
      && parts.allSatisfy { part in
        !part.isEmpty && !part.contains(0) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
      }
  }

  /// The folders that paths lie in.
  package static func folders(of paths: Set<String>) -> Set<String> {
    var folders: Set<String> = []
    for path in paths {
      var parent = path.parentPath
      while !parent.isEmpty, folders.insert(String(parent)).inserted { parent = parent.parentPath }
    }
    return folders
  }

  /// The path of a reference seen from a folder; nil where it leads out of the container.
  ///
  /// `.` and `..` are resolved, and empty names left out.
  package static func join(_ folder: some StringProtocol, _ reference: some StringProtocol) -> String? {
    var parts = String(folder).split(separator: "/").map { String($0) }
    for part in String(reference).split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}

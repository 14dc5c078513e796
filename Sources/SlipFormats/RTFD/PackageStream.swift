public import SlipBase
public import SlipDocument

/// A package as one run of bytes, so that it has a digest: see "Packages" in `Schemas/README.md`.
public enum PackageStream {
  private static let head = Array("slipbox package 1\n".utf8)

  /// All files in the stream, or those of its parts that are kept where other parts are blobs.
  public struct Kept: Sendable, Equatable {
    public var bytes: [UInt8]
    public var lifted: [LiftedData]
  }

  /// The stream's digest and length; it isn't made for that.
  public static func fact(of package: FilePackage) -> FileFact {
    var digester = Digester()
    head.withUnsafeBytes { digester.update($0) }
    for entry in package.entries {
      (name(entry) + length(entry)).withUnsafeBytes { digester.update($0) }
      entry.bytes?.withUnsafeBytes { digester.update($0) }
      [UInt8(0x0A)].withUnsafeBytes { digester.update($0) }
    }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }

  public static func write(_ package: FilePackage) -> [UInt8] {
    keep(package, text: nil, blobs: [:]).bytes
  }

  /// What is kept of a package beside blobs.
  ///
  /// - Parameters:
  ///   - text: path of the file that `lift` was applied to, and what it gave.
  ///   - blobs: digests of files, by their place in `entries`.
  public static func keep(
    _ package: FilePackage, text: (path: String, lift: LiftResult)?, blobs: [Int: Digest]
  ) -> Kept {
    var kept = Kept(bytes: head, lifted: [])
    for (index, entry) in package.entries.enumerated() {
      kept.bytes += name(entry)
      if let digest = blobs[index] {
        // The word with the length comes back with the data.
        let place = kept.bytes.count
        kept.lifted.append(
          LiftedData(
            attachment: digest, range: place..<place, keep: place..<place, insertion: place, encoding: .binary
          ))
      } else {
        kept.bytes += length(entry)
        if let text, text.path.utf8.elementsEqual(entry.path.utf8) {
          kept.lifted += text.lift.lifted.map { $0.moved(by: kept.bytes.count) }
          kept.bytes += text.lift.body
        } else {
          kept.bytes += entry.bytes ?? []
        }
      }
      kept.bytes.append(0x0A)
    }
    return kept
  }

  private typealias Entry = FilePackage.Entry

  private static func name(_ entry: Entry) -> [UInt8] {
    Array("\(entry.bytes == nil ? "folder" : "file") \(entry.path.utf8.count) \(entry.path)".utf8)
  }

  /// What stands before a file's data.
  private static func length(_ entry: Entry) -> [UInt8] {
    Array((entry.bytes.map { RTFPictures.binaryWord(length: $0.count) } ?? "").utf8)
  }

  // MARK: Reading

  /// The package; nil for bytes that `write` doesn't give.
  public static func read(_ bytes: UnsafeRawBufferPointer) -> FilePackage? {
    guard bytes.starts(with: head) else { return nil }
    var cursor = Cursor(bytes: bytes, position: head.count)
    var package = FilePackage()
    var last: String?
    while cursor.position < bytes.count {
      guard let entry = cursor.entry(), FilePackage.isPath(entry.path) else { return nil }
      if let last, !last.utf8.lexicographicallyPrecedes(entry.path.utf8) { return nil }
      last = entry.path
      package.add(entry.path, entry.bytes)
    }
    return package
  }

  /// From the first byte of a file's data on, also where parts of the stream were lifted out.
  public static func rest(
    of kept: UnsafeRawBufferPointer, fromFile name: String
  ) -> UnsafeRawBufferPointer? {
    let start = Array("\nfile \(name.utf8.count) \(name)\\bin".utf8)
    guard kept.count > start.count else { return nil }
    for index in 0..<(kept.count - start.count)
    where kept[index] == 0x0A && kept[index...].starts(with: start) {
      let data = kept[(index + start.count)...].drop { $0 != 0x20 }.dropFirst()
      return UnsafeRawBufferPointer(rebasing: data)
    }
    return nil
  }

  private struct Cursor {
    let bytes: UnsafeRawBufferPointer
    var position: Int

    mutating func entry() -> Entry? {
      let isFile = take("file ")
      guard isFile || take("folder "), let nameLength = number(endingIn: 0x20),
        let path = part(nameLength).flatMap({ String(validating: $0, as: UTF8.self) })
      else { return nil }
      guard isFile else { return take("\n") ? Entry(path: path, bytes: nil) : nil }
      guard take("\\bin"), let length = number(endingIn: 0x20), let content = part(length), take("\n") else {
        return nil
      }
      return Entry(path: path, bytes: Array(content))
    }

    private mutating func take(_ text: String) -> Bool {
      guard bytes[position...].starts(with: text.utf8) else { return false }
      position += text.utf8.count
      return true
    }

    /// Decimal, without leading zeros.
    private mutating func number(endingIn end: UInt8) -> Int? {
      let digits = bytes[position...].prefix(19).prefix { (0x30...0x39).contains($0) }
      position += digits.count
      guard let value = Int(String(decoding: digits, as: UTF8.self)),
        String(value).utf8.count == digits.count,
        position < bytes.count, bytes[position] == end
      else { return nil }
      position += 1
      return value
    }

    private mutating func part(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
      guard count <= bytes.count - position else { return nil }
      defer { position += count }
      return bytes[position..<(position + count)]
    }
  }
}

extension LiftedData {
  fileprivate func moved(by offset: Int) -> LiftedData {
    var moved = self
    moved.range = (range.lowerBound + offset)..<(range.upperBound + offset)
    moved.keep = (keep.lowerBound + offset)..<(keep.upperBound + offset)
    moved.insertion += offset
    return moved
  }
}

public import SlipBase
public import SlipDocument

/// A package as one run of bytes, so that it has a digest: see "Packages" in `Schemas/README.md`.
public enum PackageStream {
  private static var head: [UInt8] { PackageStreamParser.head }

  /// All files in the stream, or those of its parts that are kept where other parts are blobs.
  public struct Kept: Sendable, Equatable {
    public var bytes: [UInt8]
    public var lifted: [ExtractedData]
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
    _ package: FilePackage, text: (path: String, lift: ExtractionResult)?, blobs: [Int: Digest]
  ) -> Kept {
    var kept = Kept(bytes: head, lifted: [])
    for (index, entry) in package.entries.enumerated() {
      kept.bytes += name(entry)
      if let digest = blobs[index] {
        // The word with the length comes back with the data.
        let place = kept.bytes.count
        kept.lifted.append(
          ExtractedData(
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
  ///
  /// - Parameter limits: `packageFiles` and `packageBytes` count.
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> FilePackage? {
    var collector = PackageStreamCollector(limits: limits)
    collector.feed(bytes)
    return collector.package
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
}

/// Makes a package of its stream's pieces.
package struct PackageStreamCollector {
  private var parser: PackageStreamParser
  private var collected = FilePackage()

  package init(limits: Limits) { parser = PackageStreamParser(limits: limits) }

  /// Nil where what came is no stream.
  package var package: FilePackage? { parser.isComplete ? collected : nil }

  package mutating func feed(_ chunk: UnsafeRawBufferPointer) {
    var entries = collected.entries
    collected.entries = []
    parser.feed(chunk) { event in
      switch event {
      case .entry(let path, let length):
        entries.append(FilePackage.Entry(path: path, bytes: length.map { _ in [] }))
      case .data(let bytes): entries[entries.count - 1].bytes?.append(contentsOf: bytes)
      }
    }
    collected.entries = entries
  }
}

extension ExtractedData {
  fileprivate func moved(by offset: Int) -> ExtractedData {
    var moved = self
    moved.range = (range.lowerBound + offset)..<(range.upperBound + offset)
    moved.keep = (keep.lowerBound + offset)..<(keep.upperBound + offset)
    moved.insertion += offset
    return moved
  }
}

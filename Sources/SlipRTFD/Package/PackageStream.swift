internal import SlipRTF
public import SlipBase
public import SlipDocument

/// A package as one sequence of bytes, so that it has a digest and can be stored as a source of a
/// bundle.
///
/// For the format see "Packages" in `Schemas/README.md`. The same package always gives the same bytes.
public enum PackageStream {
  /// The line at the beginning of each stream.
  private static var head: [UInt8] { PackageStreamParser.head }

  /// What a bundle retains of a stream: all of it, or only the parts that are not blobs.
  public struct Kept: Sendable, Equatable {
    /// The retained bytes.
    public var bytes: [UInt8]
    /// How to restore the stream from the retained bytes and the blobs, in order; see
    /// `RTFPictures.restore`.
    public var lifted: [ExtractedData]
  }

  /// The digest and length of the stream, computed without building it.
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

  /// The whole stream of a package.
  public static func write(_ package: FilePackage) -> [UInt8] {
    keep(package, text: nil, blobs: [:]).bytes
  }

  /// What to retain of a package whose other parts are blobs.
  ///
  /// - Parameters:
  ///   - package: the package.
  ///   - text: the path of the file from which pictures were extracted, and the result of that; nil
  ///     when there is none.
  ///   - blobs: the digests of files that are blobs, by their index in `entries`.
  public static func keep(
    _ package: FilePackage, text: (path: String, lift: ExtractionResult)?, blobs: [Int: Digest]
  ) -> Kept {
    var kept = Kept(bytes: head, lifted: [])
    for (index, entry) in package.entries.enumerated() {
      kept.bytes += name(entry)
      if let digest = blobs[index] {
        // `\bin` and the length are restored together with the data.
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
      kept.bytes.append(UInt8(ascii: "\n"))
    }
    return kept
  }

  /// The bytes that each stream begins with.
  public static var start: [UInt8] { head }

  /// What stands before the data of an entry, for those who write a stream in pieces. A line end follows the data.
  ///
  /// - Parameter length: the length of a file; nil for a folder.
  /// - Returns: the part up to the name, and `\bin` with the length, which `write` and `restore` of extracted data give
  ///   back together with the data; empty for a folder.
  public static func head(of path: String, length: Int?) -> (name: [UInt8], length: [UInt8]) {
    (
      Array("\(length == nil ? "folder" : "file") \(path.utf8.count) \(path)".utf8),
      Array((length.map { RTFPictureGroup.binaryWord(length: $0) } ?? "").utf8)
    )
  }

  private typealias Entry = FilePackage.Entry

  /// What stands before the data of an entry, up to its name.
  private static func name(_ entry: Entry) -> [UInt8] {
    head(of: entry.path, length: entry.bytes?.count).name
  }

  /// What stands directly before the data of a file: `\bin` with its length, as in RTF. Empty for
  /// folders.
  private static func length(_ entry: Entry) -> [UInt8] {
    head(of: entry.path, length: entry.bytes?.count).length
  }

  // MARK: Reading

  /// The package of a stream; nil for bytes that `write` does not give.
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - limits: `packageFiles` and `packageBytes` apply; a stream that exceeds them gives nil.
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> FilePackage? {
    var collector = PackageStreamCollector(limits: limits)
    collector.feed(bytes)
    return collector.package
  }

  /// The bytes of a stream from the first byte of a file's data, also where parts of the stream were
  /// extracted; nil when the file isn't found.
  ///
  /// - Parameters:
  ///   - kept: the retained bytes.
  ///   - name: the path of the file.
  public static func rest(
    of kept: UnsafeRawBufferPointer, fromFile name: String
  ) -> UnsafeRawBufferPointer? {
    let start = Array("\nfile \(name.utf8.count) \(name)\\bin".utf8)
    guard kept.count > start.count else { return nil }
    for index in 0..<(kept.count - start.count)
    where kept[index] == UInt8(ascii: "\n") && kept[index...].starts(with: start) {
      let data = kept[(index + start.count)...].drop { $0 != UInt8(ascii: " ") }.dropFirst()
      return UnsafeRawBufferPointer(rebasing: data)
    }
    return nil
  }
}

/// Builds a package from its stream, which comes in pieces.
package struct PackageStreamCollector {
  /// Splits the stream into entries.
  private var parser: PackageStreamParser
  /// The entries so far.
  private var collected = FilePackage()

  /// Creates a collector. `packageFiles` and `packageBytes` apply.
  package init(limits: Limits) { parser = PackageStreamParser(limits: limits) }

  /// The package; nil as long as no whole and valid stream has come.
  package var package: FilePackage? { parser.isComplete ? collected : nil }

  /// Takes the next piece.
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
  /// The same data in a file in which it stands `offset` bytes later.
  fileprivate func moved(by offset: Int) -> ExtractedData {
    var moved = self
    moved.range = (range.lowerBound + offset)..<(range.upperBound + offset)
    moved.keep = (keep.lowerBound + offset)..<(keep.upperBound + offset)
    moved.insertion += offset
    return moved
  }
}

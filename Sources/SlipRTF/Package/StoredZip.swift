internal import SlipBase
internal import ZipContainer

/// A folder that stands in a text as an attachment is one blob, a ZIP file, which every system opens.
enum StoredZip {
  static func write(_ package: FilePackage) throws(SlipError) -> [UInt8] {
    try ZipFolder.write(package.entries.map { ZipFolder.Entry(path: $0.path, bytes: $0.bytes) })
  }

  /// The folder that `write` made a ZIP of; nil for all other bytes.
  static func read(_ bytes: [UInt8]) -> FilePackage? {
    // A ZIP file of another kind is a file like any.
    guard let entries = try? ZipFolder.read(bytes) else { return nil }
    var package = FilePackage()
    for entry in entries { guard package.add(entry.path, entry.bytes) else { return nil } }
    let isOurs = (try? write(package)).map { $0 == bytes } ?? false
    return isOurs ? package : nil
  }
}

internal import SlipRTF
public import SlipBase
public import SlipDocument
internal import SlipFiles

/// Writes a document as an RTFD package: the text `TXT.rtf`, and each picture and file of the document
/// beside it.
public enum RTFDWriter {
  /// The name of the text in a package.
  public static let textName = "TXT.rtf"

  /// The package of a document. Resources whose bytes the document doesn't contain are left as they are
  /// in the text.
  public static func write(_ document: Document) -> FilePackage {
    // The normal form of a document has no names for pictures and no media types for other files, so they are
    // noted before.
    var known: [Digest: (name: String?, mediaType: String)] = [:]
    for resource in document.resources {
      guard case .bytes(let bytes) = resource.content else { continue }
      let digest = Digest(of: bytes)
      let fact = known[digest, default: (nil, resource.mediaType)]
      known[digest] = (fact.name ?? resource.name, fact.mediaType)
    }
    let normal = document.normalized()
    var package = FilePackage()
    var names = RTFDNames()
    var fileNames: [Int: String] = [:]
    for (index, resource) in normal.resources.enumerated() {
      guard case .bytes(let bytes) = resource.content else { continue }
      let digest = Digest(of: bytes)
      let type =
        MediaType.named(known[digest]?.mediaType ?? resource.mediaType)
        ?? bytes.withUnsafeBytes { MediaType.sniff($0) }
      let name = names.name(resource.name ?? known[digest]?.name, type, digest)
      fileNames[index] = package.add(attachment: name, bytes)
    }
    package.add(textName, RTFWriter.write(normal: normal, fileNames: fileNames))
    return package
  }

  /// The RTF that shows a file of a package.
  ///
  /// - Parameters:
  ///   - name: The name of the file in the package.
  ///   - width: The width in twips; nil or 0 when unknown.
  ///   - height: The height in twips; nil or 0 when unknown.
  public static func graphic(_ name: String, width: Int?, height: Int?) -> [UInt8] {
    RTFDGraphic.group(name, width: width, height: height)
  }
}

/// Gives the files of a folder unique names that are valid on all systems: two pictures `Rose.png` and
/// `rose.png` become `Rose.png` and `rose 2.png`, because many file systems ignore case.
public struct RTFDNames: Sendable {
  /// The case-folded names in use. `TXT.rtf` belongs to the text.
  private var taken: Set<String> = [TextFolding.caseFolded(RTFDWriter.textName)]

  /// Creates names for an empty package.
  public init() {}

  /// A name that is not in use yet, and marks it as used.
  ///
  /// Folders and what can't be in a name on some system are removed, and ` 2`, ` 3` and so on is added
  /// to a name in use. A name without an extension gets that of the media type, because Cocoa depends
  /// on it.
  ///
  /// - Parameters:
  ///   - name: the desired name; nil gives one made from the digest.
  ///   - mediaType: the media type of the file.
  ///   - digest: the digest of the file.
  public mutating func name(_ name: String?, _ mediaType: MediaType, _ digest: Digest) -> String {
    let last =
      name.flatMap { $0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) } ?? ""
    var stem = RTFDNames.safe(last)
    if stem.isEmpty { stem = "attachment-\(digest.hex.prefix(8))" }
    var suffix = "." + mediaType.fileExtension
    if let dot = stem.lastIndex(of: "."), dot > stem.startIndex {
      suffix = String(stem[dot...])
      stem = String(stem[..<dot])
    }
    var (candidate, number) = (stem + suffix, 2)
    while !taken.insert(TextFolding.caseFolded(candidate)).inserted {
      candidate = stem + " \(number)" + suffix
      number += 1
    }
    return candidate
  }

  /// A name of at most 200 bytes without control characters, signs that Windows reserves, dots or
  /// spaces at its ends, and tildes at its beginning.
  private static func safe(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) {
      scalars.append(":*?\"<>|".unicodeScalars.contains(scalar) ? "-" : scalar)
    }
    var text = String(scalars)
    while text.utf8.count > 200 { text.removeLast() }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    while let first = text.first, first == "." || first == " " || first == "~" { text.removeFirst() }
    // On Windows, the name of a device such as `CON` is reserved with any extension.
    return SafePath.fault(in: text) == .deviceName ? "_" + text : text
  }
}

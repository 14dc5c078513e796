internal import SlipBase
public import SlipDocument

/// Writes a document as an RTFD package: `TXT.rtf`, and beside it each picture and file that the document holds.
public enum RTFDWriter {
  public static let textName = "TXT.rtf"

  public static func write(_ document: Document) -> FilePackage {
    // Canonical RTF has no names for pictures, and no types for other files.
    var known: [Digest: (name: String?, mediaType: String)] = [:]
    for resource in document.resources {
      guard case .bytes(let bytes) = resource.content else { continue }
      let digest = Digest(of: bytes)
      let fact = known[digest, default: (nil, resource.mediaType)]
      known[digest] = (fact.name ?? resource.name, fact.mediaType)
    }
    var builder = RTFBuilder(document: document.normalized())
    var package = FilePackage()
    var names = RTFDNames()
    for (index, resource) in builder.document.resources.enumerated() {
      guard case .bytes(let bytes) = resource.content else { continue }
      let digest = Digest(of: bytes)
      let type =
        MediaType.named(known[digest]?.mediaType ?? resource.mediaType)
        ?? bytes.withUnsafeBytes { MediaType.sniff($0) }
      let name = names.name(resource.name ?? known[digest]?.name, type, digest)
      builder.fileNames[index] = package.add(attachment: name, bytes)
    }
    builder.write()
    package.add(textName, builder.out.bytes)
    return package
  }
}

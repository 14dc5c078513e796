public import SlipBase
public import SlipDocument

/// Writes a document as an RTFD package: `TXT.rtf`, and beside it each picture and file that the document holds.
public enum RTFDWriter {
  public static let textName = "TXT.rtf"

  public static func write(_ document: Document) -> FilePackage {
    // Canonical RTF has no names for pictures.
    var known: [Digest: String] = [:]
    for case (let name?, .bytes(let bytes)) in document.resources.map({ ($0.name, $0.content) }) {
      let digest = Digest(of: bytes)
      if known[digest] == nil { known[digest] = name }
    }
    var builder = RTFBuilder(document: document.normalized())
    var package = FilePackage()
    var names = RTFDNames()
    for (index, resource) in builder.document.resources.enumerated() {
      guard case .bytes(let bytes) = resource.content else { continue }
      let digest = Digest(of: bytes)
      let type =
        MediaType.named(resource.mediaType) ?? bytes.withUnsafeBytes { MediaType.sniff($0) }
      let name = names.name(resource.name ?? known[digest], type, digest)
      builder.fileNames[index] = package.add(attachment: name, bytes)
    }
    builder.write()
    package.add(textName, builder.out.bytes)
    return package
  }
}

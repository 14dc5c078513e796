import SlipBase
import SlipRTF

enum PatcherFuzzer {
  private static func lift(_ bytes: UnsafeRawBufferPointer, _ diagnostics: inout DiagnosticSink)
    -> ExtractionResult
  {
    RTFPictures.lift(
      bytes, place: { "../../attachments/\($0.hex.prefix(2))/\($0.hex).\($1.fileExtension)" },
      diagnostics: &diagnostics)
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var diagnostics = DiagnosticSink()
    return RTFPlainText.extract(bytes, diagnostics: &diagnostics)
  }

  /// Any bytes: what is lifted can be put back; the body shows the same pictures and the same text; pictures embedded
  /// again can be lifted again; paths and links that nobody changes stay as they are.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var diagnostics = DiagnosticSink()
    let lifted = lift(bytes, &diagnostics)
    claim(!diagnostics.diagnostics.contains { $0.code == "SBXP204" }, "restorable")
    let blobs = Dictionary(
      lifted.pictures.map { ($0.data.attachment, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    claim(lifted.pictures.allSatisfy { Digest(of: $0.bytes) == $0.data.attachment })
    lifted.body.withUnsafeBytes { body in
      do {
        let original = try RTFPictures.restore(kept: body, lifted: lifted.lifted, blob: { blobs[$0] ?? [] })
        claim(original.elementsEqual(bytes), difference(bytes, original))
      } catch {
        claim(false, "\(error)")
      }
      claim(text(body) == text(bytes), difference(text(bytes), text(body)))
      let references = RTFPictures.references(in: body)
      let shown = lifted.pictures.filter { !$0.isFallback }
      let ours = references.filter { blobs[$0.digest] != nil }
      claim(ours.count >= shown.count, "\(ours.count) of \(shown.count) pictures are shown")
      claim(RTFPictures.rewritePaths(body: body, path: { _ in nil }).elementsEqual(body))
      claim(RTFHyperlinks.rewrite(body, target: { _ in nil }).elementsEqual(body))
      embed(body, blobs, shown)
    }
  }

  /// The body with its pictures in it has the same text, and the pictures come out of it again.
  private static func embed(
    _ body: UnsafeRawBufferPointer, _ blobs: [Digest: [UInt8]], _ shown: [ExtractedPicture]
  ) {
    var diagnostics = DiagnosticSink()
    let embedded = RTFPictures.embed(body: body, diagnostics: &diagnostics, blob: { blobs[$0] })
    embedded.withUnsafeBytes { bytes in
      claim(text(bytes) == text(body), difference(text(body), text(bytes)))
      guard diagnostics.diagnostics.isEmpty else { return }
      let again = Set(lift(bytes, &diagnostics).pictures.map(\.data.attachment))
      claim(shown.allSatisfy { again.contains($0.data.attachment) }, "lifted again")
    }
  }
}

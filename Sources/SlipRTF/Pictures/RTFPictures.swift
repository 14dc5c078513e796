internal import RTFSyntax
public import SlipBase
public import SlipDocument

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Takes pictures out of RTF and puts them back.
///
/// A lifted picture leaves a field that shows the blob where the file lies (RTF 1.9.1, "Fields", "Pictures"):
/// `{\field…{\*\fldinst INCLUDEPICTURE "PATH" \\d}{\fldrslt{\pict…}}}`, whose result is the original's group without
/// its data; with `{\*\shppict{\pict…}}` that whole group. Fallbacks that no reader of today shows
/// (`\nonshppict`, `\shprslt`) lose their data without a field. Bitmaps without a file header are shown only where
/// they are embedded: they stay in the body, and so does what stands where a field can't – shape properties, list
/// pictures – and what can't be written again byte for byte. All of these are given besides, as copies.
public enum RTFPictures {
  /// Smaller fallbacks stay in the file: a blob of their own would save nothing.
  static let smallestFallback = 4_096

  /// What word processors show from a link. A bitmap without its file header keeps LibreOffice from opening the body at all.
  static let linked: [MediaType] = [.png, .jpeg, .gif, .bmp, .tiff, .webp, .emf, .wmf, .pict]

  /// `\bin` as it stands before binary data.
  static func binaryWord(length: Int) -> String { "\\bin\(length) " }

  /// Takes embedded pictures out. What it gives is proven: `restore` was run on it and gave `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: an RTF file.
  ///   - limits: `rtfGroupDepth` counts.
  ///   - place: the path of a blob relative to the body, with `/`.
  ///   - workers: threads at most.
  ///   - diagnostics: told of pictures that stay in the body (severity info).
  /// - Returns: the body and its pictures; the file itself and none when there is nothing to lift.
  public static func lift(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), workers: Int = 1,
    place: (Digest, MediaType) -> String, diagnostics: inout DiagnosticSink
  ) -> ExtractionResult {
    guard RTFByteSearch.holds("\\pict", in: bytes) || RTFByteSearch.holds("\\objdata", in: bytes) else {
      return ExtractionResult(unchanged: bytes)
    }
    var finder = RTFPictureFinder(bytes, limits: limits)
    finder.run()
    var result = lift(finder, bytes, workers, place, &diagnostics)
    result.objects = finder.objects.compactMap { EmbeddedObject(RTFPictureData.decode(bytes, $0)) }
    return result
  }

  private static func lift(
    _ finder: RTFPictureFinder, _ bytes: UnsafeRawBufferPointer, _ workers: Int,
    _ place: (Digest, MediaType) -> String, _ diagnostics: inout DiagnosticSink
  ) -> ExtractionResult {
    var contents = RTFPictureContent.read(finder.found, in: bytes, workers: workers)[...]
    var writer = RTFExtractionWriter(bytes)
    var findings = DiagnosticSink()
    var copies = finder.kept.sorted { $0.offset < $1.offset }[...]
    for picture in finder.found {
      while let copy = copies.first, copy.offset < picture.range.lowerBound {
        writer.copy(copy)
        copies.removeFirst()
      }
      writer.lift(picture, contents: &contents, place: place, diagnostics: &findings)
    }
    for copy in copies { writer.copy(copy) }
    contents = []
    report(finder, irregular: writer.irregular, &diagnostics)
    diagnostics.report(contentsOf: findings.diagnostics)
    guard !writer.pictures.isEmpty else { return ExtractionResult(unchanged: bytes, kept: writer.kept) }
    let (kept, ends) = (writer.kept, writer.ends)
    let result = writer.finish()
    guard result.restores(bytes, ends: ends, workers: workers) else {
      diagnostics.report(
        Diagnostic(
          code: RTFPictureCode.notRestorable, severity: .warning,
          message: "the pictures could not be put back as they were; they stay in the file",
          location: SourceLocation()))
      return ExtractionResult(unchanged: bytes, kept: kept)
    }
    return result
  }

  private static func report(
    _ finder: RTFPictureFinder, irregular: [RTFPictureFinder.Kept], _ diagnostics: inout DiagnosticSink
  ) {
    if finder.isTooDeep {
      diagnostics.report(
        Diagnostic(
          code: RTFPictureCode.tooDeep, severity: .warning,
          message: "groups nest too deeply; pictures stay in the file", location: SourceLocation()))
    }
    for kept in (finder.kept + irregular).sorted(by: { $0.offset < $1.offset }) {
      let isPlace = kept.reason == .notInText
      diagnostics.report(
        Diagnostic(
          code: isPlace ? RTFPictureCode.notInText : RTFPictureCode.irregularData, severity: .info,
          message: isPlace
            ? "a picture outside the running text stays in the body"
            : "a picture whose data can't be taken out exactly stays in the body",
          location: SourceLocation(.byte(kept.offset))))
    }
  }
}

/// What `RTFPictures.lift` gives.
public struct ExtractionResult: Sendable {
  /// The file without its pictures' data: what is kept, and what is shown.
  public var body: [UInt8]
  /// In the order of the body, one for each place; places that show one picture share its bytes.
  public var pictures: [ExtractedPicture]
  /// Pictures whose data stays in the body as well, in its order.
  public var kept: [KeptPicture]
  /// In the order of the file.
  public var objects: [EmbeddedObject] = []

  init(unchanged bytes: UnsafeRawBufferPointer, kept: [KeptPicture] = []) {
    body = [UInt8](bytes)
    pictures = []
    self.kept = kept
  }

  init(body: [UInt8], pictures: [ExtractedPicture], kept: [KeptPicture]) {
    self.body = body
    self.pictures = pictures
    self.kept = kept
  }

  public var lifted: [ExtractedData] { pictures.map(\.data) }

  /// The place in the original of an offset into the body; of a picture, its beginning.
  public func originalOffset(_ offset: Int) -> Int {
    guard let last = pictures.last(where: { $0.data.range.lowerBound <= offset }) else { return offset }
    let behind = offset - last.data.range.upperBound
    return behind < 0 ? last.original.lowerBound : last.original.upperBound + behind
  }

  /// Puts the pictures back and compares.
  ///
  /// - Parameter ends: where in the original each picture ends, with what `restore` writes before it: so pieces can be
  ///   compared at the same time.
  func restores(_ original: UnsafeRawBufferPointer, ends: [Int], workers: Int) -> Bool {
    let shared = SharedBytes(original)
    let starts = [0] + ends
    let areSame = Parallel.map(count: pictures.count + 1, workers: workers) { index in
      let end = index < ends.count ? ends[index] : shared.bytes.count
      guard starts[index] <= end, end <= shared.bytes.count else { return false }
      return restores(UnsafeRawBufferPointer(rebasing: shared.bytes[starts[index]..<end]), piece: index)
    }
    return areSame.allSatisfy { $0 }
  }

  /// Whether a picture with what stands before it, or what stands behind the last one, is restored as `original`.
  private func restores(_ original: UnsafeRawBufferPointer, piece index: Int) -> Bool {
    let position = index > 0 ? pictures[index - 1].data.range.upperBound : 0
    var comparison = Comparison(original: original)
    do {
      try body.withUnsafeBytes { kept in
        guard index < pictures.count else {
          return RTFPictures.rest(of: kept, from: position) { comparison.add($0) }
        }
        let picture = pictures[index]
        try RTFPictures.restore(picture.data, kept: kept, from: position, blob: { _ in picture.bytes }) {
          comparison.add($0)
        }
      }
    } catch {
      return false
    }
    return comparison.isSame
  }

  /// Compares bytes that come in pieces.
  private struct Comparison {
    let original: UnsafeRawBufferPointer
    private var count = 0
    private var differs = false

    init(original: UnsafeRawBufferPointer) { self.original = original }

    var isSame: Bool { !differs && count == original.count }

    mutating func add(_ chunk: UnsafeRawBufferPointer) {
      guard !differs, let a = chunk.baseAddress, let b = original.baseAddress else { return }
      differs = chunk.count > original.count - count || memcmp(a, b + count, chunk.count) != 0
      count += chunk.count
    }
  }
}

/// A picture that was lifted out of a file.
public struct ExtractedPicture: Sendable {
  public var bytes: [UInt8]
  /// By content, whatever the file claims.
  public var mediaType: MediaType
  public var data: ExtractedData
  /// The bytes of the original that `data.range` stands for.
  public var original: Range<Int>
  /// No reader of today shows it, and no field in the body refers to it: the blob is needed for `restore` only.
  public var isFallback: Bool
}

/// A picture whose data stays in the body, such as a bare bitmap or one of a shape, as a file of its own.
public struct KeptPicture: Sendable, Equatable {
  /// What the body holds; a bitmap has its file header before it.
  public var bytes: [UInt8]
  /// By content; `bin` when unknown.
  public var mediaType: MediaType
  /// How many of `ExtractionResult.pictures` stand before it.
  public var position: Int
}

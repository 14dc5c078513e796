internal import SlipRTF
public import SlipBase
public import SlipDocument

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The result of `RTFPictures.lift`: a body, and the pictures that were extracted from it.
public struct ExtractionResult: Sendable {
  /// The file without the data of its extracted pictures. It is retained, edited and shown in place of
  /// the file.
  public var body: [UInt8]
  /// The extracted pictures in the order of the body, one for each place. Places that show the same
  /// picture share its bytes.
  public var pictures: [ExtractedPicture]
  /// Copies of the pictures whose data stays in the body, in the order of the body.
  public var kept: [KeptPicture]
  /// Copies of the embedded objects, in the order of the file.
  public var objects: [EmbeddedObject] = []

  /// Creates a result whose body is the file itself.
  init(unchanged bytes: UnsafeRawBufferPointer, kept: [KeptPicture] = []) {
    body = [UInt8](bytes)
    pictures = []
    self.kept = kept
  }

  /// Creates a result of extracted pictures.
  init(body: [UInt8], pictures: [ExtractedPicture], kept: [KeptPicture]) {
    self.body = body
    self.pictures = pictures
    self.kept = kept
  }

  /// How to restore each of `pictures`, in their order; the argument for `RTFPictures.restore`.
  public var lifted: [ExtractedData] { pictures.map(\.data) }

  /// The place in the original of an offset into the body, for reporting a diagnostic about the
  /// original.
  ///
  /// An offset within the field of a picture gives the beginning of the picture. It takes time linear
  /// in the number of pictures.
  public func originalOffset(_ offset: Int) -> Int {
    guard let last = pictures.last(where: { $0.data.range.lowerBound <= offset }) else { return offset }
    let behind = offset - last.data.range.upperBound
    return behind < 0 ? last.original.lowerBound : last.original.upperBound + behind
  }

  /// Whether restoring the pictures gives the original.
  ///
  /// - Parameters:
  ///   - original: the file before extraction.
  ///   - ends: where each picture ends in the original. The piece of a picture includes what `restore`
  ///     writes before it; so pieces can be compared in parallel.
  ///   - workers: how many threads to use at most.
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

  /// Whether one piece restores to `original`: a picture with what stands before it, or what stands
  /// behind the last one.
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

  /// Compares bytes that come in pieces with the original, so that the restored file is never in memory
  /// as a whole.
  private struct Comparison {
    /// The bytes to compare with.
    let original: UnsafeRawBufferPointer
    /// How many bytes have come.
    private var count = 0
    /// Whether a difference has been found.
    private var differs = false

    /// Creates a comparison that has seen nothing.
    init(original: UnsafeRawBufferPointer) { self.original = original }

    /// Whether all bytes have come and none differs.
    var isSame: Bool { !differs && count == original.count }

    /// Compares the next piece.
    mutating func add(_ chunk: UnsafeRawBufferPointer) {
      guard !differs, let a = chunk.baseAddress, let b = original.baseAddress else { return }
      differs = chunk.count > original.count - count || memcmp(a, b + count, chunk.count) != 0
      count += chunk.count
    }
  }
}

/// A picture that was extracted from a file.
public struct ExtractedPicture: Sendable {
  /// The picture as a file.
  public var bytes: [UInt8]
  /// The media type by its content, whatever the RTF claims.
  public var mediaType: MediaType
  /// Where the picture belongs in the body, and how to restore it.
  public var data: ExtractedData
  /// The bytes of the original that `data.range` stands for.
  public var original: Range<Int>
  /// Whether no program of today shows the picture. Then no field in the body refers to it, and its
  /// blob is needed for `restore` only.
  public var isFallback: Bool
}

/// A copy of a picture whose data stays in the body, such as a bare bitmap or a picture of a shape.
public struct KeptPicture: Sendable, Equatable {
  /// The picture as a file. For a bare bitmap it is the data of the body with a file header before it.
  public var bytes: [UInt8]
  /// The media type by its content; `bin` when it is unknown.
  public var mediaType: MediaType
  /// How many of `ExtractionResult.pictures` stand before it.
  public var position: Int
}

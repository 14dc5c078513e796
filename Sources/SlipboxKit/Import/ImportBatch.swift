internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipNotes

/// Pieces of a source that are worked on together: at most 256, and few where they are large.
struct ImportBatch<Piece> {
  /// The pieces so far.
  private var pieces: [Piece] = []
  /// How many bytes reading them takes.
  private var bytes = 0

  /// The most pieces of a batch.
  static var mostPieces: Int { 256 }
  /// A batch is full when reading its pieces takes at least this many bytes.
  private static var mostBytes: Int { 32 << 20 }

  /// Whether the batch should be worked on.
  var isFull: Bool { pieces.count >= Self.mostPieces || bytes >= Self.mostBytes }

  /// Adds a piece.
  ///
  /// - Parameter bytes: About how many bytes reading it takes.
  mutating func add(_ piece: Piece, bytes: Int) {
    pieces.append(piece)
    self.bytes += bytes
  }

  /// Removes all pieces, and returns them.
  mutating func takeAll() -> [Piece] {
    defer { (pieces, bytes) = ([], 0) }
    return pieces
  }
}

extension [ImportedPayload] {
  /// Writes payload and thumbnails on all cores. The first error is thrown after all workers have
  /// stopped.
  package func write(
    to output: any BundleOutput, _ thumbnails: inout ThumbnailMaker, workers: Int
  ) throws(SlipError) {
    let failures = Parallel.map(count: count, workers: workers) { index -> SlipError? in
      do throws(SlipError) {
        try output.write(self[index].place.path, self[index].payload.bytes, fact: self[index].payload.fact)
        return nil
      } catch {
        return error
      }
    }
    if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
    try thumbnails.make(for: self, in: output, workers: workers)
  }
}

/// Paths of imported payload.
extension ImportedPayload.Place {
  /// The path in the bundle.
  package var path: String {
    switch self {
    case .body(let id): PayloadPath.body(id)
    case .mirror(let id): PayloadPath.mirror(id)
    case .attachment(let digest, let fileExtension): PayloadPath.blob(digest, fileExtension)
    case .kept(let digest, let fileExtension): PayloadPath.kept(digest, fileExtension)
    }
  }
}

extension ImportedNote {
  /// The note with the sizes of its pictures, after a trial that it can be merged and written.
  ///
  /// A single value that the manifest can't hold would make the whole import fail when it is
  /// written, after all the work. The trial merges the note into an empty box and writes its
  /// manifest to nowhere.
  ///
  /// - Throws: `SlipError` for such a value, so that it costs only this note.
  func fitting(_ limits: Limits) throws(SlipError) -> ImportedNote {
    var note = self
    note.probePictures(limits: limits)
    try note.limitNames(limits)
    var trial = try ImportMerger(SlipBox(), sourceName: key.sourceName)
    var source = SourceMerge(of: note)
    _ = try trial.merge(note, of: &source)
    try slipErrors { _ = try ManifestWriter.write(trial.box) { _ in } }
    return note
  }
}

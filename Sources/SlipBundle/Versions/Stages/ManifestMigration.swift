package import SlipBase
internal import XMLSyntax

/// A migration by stages that stream the manifest from one form to the next, while payload stays as it is.
///
/// Each stage prepares itself and has a writer (`VersionStage.Way.streamed`). One stage runs in bounded memory;
/// between two stages the manifest is held.
///
/// ```swift
/// var migration = ManifestMigration(stages, isUp: true, options, payload: { path, body in … })
/// let losses = try migration.prepare(bytes, file: "manifest.xml")
/// try migration.run(bytes, file: "manifest.xml", onFile: { … }, to: { … })
/// ```
package struct ManifestMigration {
  /// Takes the next piece of the new manifest.
  package typealias Output = (UnsafeRawBufferPointer) throws -> Void

  /// One stage in its direction.
  private struct Step {
    /// The version that is read.
    let source: SchemaVersion
    /// The version that is written.
    let target: SchemaVersion
    /// Looks at the manifest.
    let prepare: VersionStage.Preparation
    /// What that found out; nil before.
    var prepared: PreparedStage?
  }

  /// The stages in the order in which they run.
  private var steps: [Step]
  /// How stages work.
  private let options: StageOptions
  /// Reads payload.
  private let payload: LightweightWriter.Reader
  /// The manifest between two stages, with the files that the stages before made.
  private var between: (xml: [UInt8], files: [String: [UInt8]])?

  /// A migration; nothing is read yet. Nil where a stage doesn't stream.
  ///
  /// - Parameters:
  ///   - stages: The stages in the order in which they run.
  ///   - isUp: Whether they lead to newer versions.
  ///   - options: How stages work.
  ///   - payload: Calls its last argument with the bytes of the payload file at a path.
  package init?(
    _ stages: [VersionStage], isUp: Bool, _ options: StageOptions,
    payload: @escaping (String, (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) {
    var steps: [Step] = []
    for stage in stages {
      guard case .streamed(let up, let down) = stage.way else { return nil }
      steps.append(
        isUp
          ? Step(source: stage.older, target: stage.newer, prepare: up)
          : Step(source: stage.newer, target: stage.older, prepare: down))
    }
    self.steps = steps
    self.options = options
    self.payload = payload
  }

  /// Finds out what is lost; runs all stages but the last.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its name for messages.
  /// - Throws: `SlipError` with line and column.
  package mutating func prepare(
    _ bytes: UnsafeRawBufferPointer, file: String?
  ) throws(SlipError) -> [VersionLoss] {
    between = nil
    for index in steps.indices {
      steps[index].prepared = try slipErrors {
        try withInput(bytes) { try steps[index].prepare(input(index, $0, file)) }
      }
      guard index < steps.count - 1 else { break }
      var xml: [UInt8] = []
      let before = between?.files ?? [:]
      var files: [String: [UInt8]] = [:]
      try slipErrors {
        try withInput(bytes) { bytes in
          try run(
            index, bytes, file,
            onFile: { if let made = $0.bytes ?? before[$0.path] { files[$0.path] = made } },
            to: { xml.append(contentsOf: $0) })
        }
      }
      between = (xml, files)
    }
    return steps.flatMap { $0.prepared?.losses ?? [] }
  }

  /// Makes the manifest of the wanted version. `prepare` must have been called with the same one.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its name for messages.
  ///   - onFile: Takes each payload file that the result lists, in bytewise order.
  ///   - output: Takes the new manifest.
  /// - Throws: `SlipError` with line and column, and what the closures throw.
  package func run(
    _ bytes: UnsafeRawBufferPointer, file: String?, onFile: (MigratedFile) throws -> Void, to output: Output
  ) throws {
    guard !steps.isEmpty else { return }
    let made = between?.files ?? [:]
    try withInput(bytes) { bytes in
      try run(
        steps.count - 1, bytes, file,
        onFile: { listed in
          var listed = listed
          if listed.bytes == nil { listed.bytes = made[listed.path] }
          try onFile(listed)
        }, to: output)
    }
  }

  /// Calls `body` with the manifest that the next stage reads.
  private func withInput<R>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    guard let between else { return try body(bytes) }
    return try between.xml.withUnsafeBytes(body)
  }

  /// The manifest as a stage reads it.
  private func input(_ index: Int, _ bytes: UnsafeRawBufferPointer, _ file: String?) -> ManifestInput {
    ManifestInput(
      version: steps[index].source, bytes: bytes, file: file, options: options, payload: currentPayload)
  }

  /// Reads payload as the stages so far have left it.
  private var currentPayload: LightweightWriter.Reader {
    guard let between else { return payload }
    let payload = payload
    return { path, look in
      if let made = between.files[path] { return try made.withUnsafeBytes(look) }
      try payload(path, look)
    }
  }

  /// Runs a stage.
  private func run(
    _ index: Int, _ bytes: UnsafeRawBufferPointer, _ file: String?,
    onFile: (MigratedFile) throws -> Void, to output: Output
  ) throws {
    let step = steps[index]
    guard let prepared = step.prepared else { throw StageTable.broken("a stage was not prepared") }
    try withoutActuallyEscaping(output) { output in
      try withoutActuallyEscaping(onFile) { onFile in
        let sink = XMLSink(output)
        let options = LightweightWriter.Options(
          from: step.source.number, to: step.target.number, tool: options.tool, limits: options.limits,
          payload: currentPayload, onFile: onFile)
        try input(index, bytes, file).feed(prepared.writer(options, sink))
        try sink.finish()
      }
    }
  }
}

extension VersionDocument {
  /// The document in the version before or after, made in memory. Large bundles are migrated as streams
  /// instead.
  ///
  /// Files that are no longer listed are dropped from payload in memory; of a stored bundle, the caller takes
  /// only what is listed.
  func streamed(
    by stage: VersionStage, isUp: Bool, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let payload = payload
    guard
      var migration = ManifestMigration(
        [stage], isUp: isUp, options, payload: { path, look in try payload.withBytes(of: path, look) })
    else { throw StageTable.broken("a stage doesn't stream") }
    var result = VersionDocument(version: isUp ? stage.to : stage.from, xml: [], payload: payload)
    var listed: [String: [UInt8]?] = [:]
    try slipErrors {
      try xml.withUnsafeBytes { bytes in
        result.losses = try migration.prepare(bytes, file: nil)
        try migration.run(
          bytes, file: nil, onFile: { listed.updateValue($0.bytes, forKey: $0.path) },
          to: { result.xml.append(contentsOf: $0) })
      }
    }
    /// The files that this stage or one before made, of those that are listed now.
    func made(before: [String: [UInt8]]) -> [String: [UInt8]] {
      listed.reduce(into: [:]) { made, file in made[file.key] = file.value ?? before[file.key] }
    }
    switch payload {
    case .none: break
    case .made(let files): result.payload = .made(made(before: files))
    case .stored(let storage): result.payload = .changed(storage, made: made(before: [:]))
    case .changed(let storage, let before): result.payload = .changed(storage, made: made(before: before))
    }
    return result
  }
}

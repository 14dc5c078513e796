internal import SlipBundle
internal import SlipFiles
public import SlipBase
public import SlipDocument
public import SlipNotes
internal import SlipFormats
internal import SlipRTF

/// Merges what became of a file of RTF, or of a bundle, on two sides.
///
/// ```swift
/// let outcome = try MergeRequest(base: "base.rtf", ours: "ours.rtf", theirs: "theirs.rtf").run { _ in }
/// print(outcome.conflicts)
/// ```
public struct MergeRequest: Sendable {
  /// What both sides were made of; `/dev/null` or an empty file where there is nothing.
  public var base: String
  /// Our side. The result replaces it unless `output` is given.
  public var ours: String
  /// Their side.
  public var theirs: String
  /// Where the result goes; nil: to `ours`; `-`: to standard output, for files.
  public var output: String?
  /// Which side counts where both changed a fact or formatting.
  public var rule = MergeRule.newest
  /// Who is named as the author of our tracked changes.
  public var ourName = "ours"
  /// Who is named as the author of their tracked changes.
  public var theirName = "theirs"
  /// Whether notes get a property for each fact that both sides changed, so that they can be found and decided (`OpenConflict`).
  package var notesConflicts = false
  /// Whether an existing output may be replaced.
  public var replaces = false
  /// Bounds on what is read.
  public var limits = Limits()
  /// The folder of caches, such as `~/.cache/slipconv`; nil: manifests and their digests can't be merged as
  /// single files.
  public var cache: String?

  /// A request with the defaults.
  public init(base: String, ours: String, theirs: String) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  /// What a merge found.
  public struct Outcome: Sendable, Encodable {
    /// Something that both sides changed.
    public struct Conflict: Sendable, Encodable, Hashable {
      /// The note, folder or other entity; nil for a file.
      public var entity: String?
      /// What people call it; nil for a file.
      public var name: String?
      /// `text` and `deletion` are tracked changes now; of all else the rule decided.
      public var kind: String
      /// The value that counts now, where the rule decided; `none` for no value.
      public var value: String?
      /// The value of the other side.
      public var other: String?
      /// Whose value counts: the name of that side.
      public var from: String?
      /// The name of the side whose value doesn't count.
      public var against: String?
      /// The places of a text where both versions are tracked changes now; nil for facts, and for files.
      public var changes: [OpenChange]?

      /// A conflict; nil for what isn't known of it.
      public init(
        entity: String? = nil, name: String? = nil, kind: String, value: String? = nil, other: String? = nil,
        from: String? = nil
      ) {
        (self.entity, self.name, self.kind) = (entity, name, kind)
        (self.value, self.other, self.from) = (value, other, from)
      }

      /// The conflict in words: what both sides changed, what each had, and what stands.
      public var summary: String {
        if let value, let other {
          let mine = from.map { "\(PlainLine.text($0)) " } ?? ""
          let theirs = against.map { "\(PlainLine.text($0)) " } ?? ""
          return "\(words): \(mine)\u{201C}\(PlainLine.text(value))\u{201D} stands, not \(theirs)"
            + "\u{201C}\(PlainLine.text(other))\u{201D}"
        }
        guard let change = changes?.first else { return words }
        var parts = change.insertions.map { "\(PlainLine.text($0.author)) \(Conflict.quoted($0.text))" }
        if !change.deleted.isEmpty { parts.insert("before \(Conflict.quoted(change.deleted))", at: 0) }
        let more = changes.map { $0.count > 1 ? "; \($0.count) places in all" : "" } ?? ""
        return "\(words): \(parts.joined(separator: ", "))\(more)"
      }

      /// Whether `slipconv resolve` shows it: a text, or a fact whose other value is noted in the note.
      public var isOpen: Bool {
        (entity?.hasPrefix("note ") ?? false)
          && (kind == "text" || kind == "deletion"
            || OpenConflict.Field(rawValue: kind) != nil && other != nil)
      }

      /// What was changed, in words.
      private var words: String {
        switch kind {
        case "deletion": changes == nil ? "deleted on one side, changed on the other" : "text"
        case "circle": "folders that would lie within each other"
        case "zone": "time zone"
        case "imported": "state of the import"
        case "foreign": "elements of other programs"
        case "facts": "facts of a file"
        default: kind
        }
      }

      /// The most characters of a text that are quoted.
      private static let mostQuoted = 60

      /// A text in one line, in quotation marks.
      private static func quoted(_ text: String) -> String {
        let line = PlainLine.text(text.trimmed.replacing("\n", with: " "))
        let isLong = line.count > mostQuoted
        return "\u{201C}\(isLong ? line.prefix(mostQuoted - 1) + "…" : line)\u{201D}"
      }
    }
    /// What both sides changed.
    public var conflicts: [Conflict]
    /// Warnings about the bundle.
    var diagnostics: [Diagnostic] = []

    /// The keys of the JSON form: everything but the warnings.
    private enum CodingKeys: String, CodingKey { case conflicts }

    /// Findings about the bundle that was written.
    public var findings: [Diagnostic] { diagnostics }
  }

  /// Merges and writes the result.
  ///
  /// - Parameter standardOutput: Called with the result where `output` is `-`.
  /// - Throws: `SlipError`; then nothing was written.
  public func run(
    standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) -> Outcome {
    if try FileSystem.status(ours)?.kind == .directory { return try mergedBundle() }
    let target = try outputFormat()
    let files = [try read(base), try read(ours), try read(theirs)]
    if let kind = ManifestMerge.kind(of: files), let cache {
      let merge = ManifestMerge(request: self, files: files, cache: cache)
      let (bytes, outcome) =
        switch kind {
        case .manifest: try merge.manifest()
        case .part: try merge.part()
        case .digest: (try merge.digest(), Outcome(conflicts: []))
        }
      try write(bytes, standardOutput)
      return outcome
    }
    if let merged = try mergedOffice(files) {
      try write(try converted(merged.bytes, to: target), standardOutput)
      return Outcome(conflicts: merged.conflicts.map { .init(kind: $0.kind.rawValue) })
    }
    for (path, bytes) in zip([base, ours, theirs], files) { try expectRTF(bytes, path) }
    let result = RTFMerge.merge(
      base: files[0], ours: files[1], theirs: files[2], rule: textRule(ours: nil, theirs: nil),
      names: DocumentMerge.Names(ours: ourName, theirs: theirName), limits: limits)
    try write(try converted(result.bytes, to: target), standardOutput)
    return Outcome(conflicts: result.conflicts.map { .init(kind: $0.kind.rawValue) })
  }

  /// Merges bundles. The result is what the suffix of the output says: a bundle or a pack.
  ///
  /// - Throws: `SlipError`, with code `KitCode.notMergeable` for an output with the suffix of something else.
  private func mergedBundle() throws(SlipError) -> Outcome {
    var request = self
    let suffix = output.map { "." + $0.suffixName } ?? ""
    let isPack = suffix == BundleLayout.packSuffix
    if let output, !isPack, suffix != BundleLayout.directorySuffix, suffix != "." {
      throw SlipError(
        .usage, code: KitCode.notMergeable,
        "The result of merging bundles is a bundle: name it NAME\(BundleLayout.directorySuffix), or NAME\(BundleLayout.packSuffix) for a pack.",
        at: SourceLocation(file: output))
    }
    let scratch = isPack ? try ScratchFolder() : nil
    if let scratch { request.output = scratch.path + "/merged" + BundleLayout.directorySuffix }
    let bundles = request
    let outcome = try retryingWhenReplaced(mayHold: false) { () throws(SlipError) in
      try BundleMerge(request: bundles).run()
    }
    if let made = request.output, isPack { _ = try Packing.pack(made, to: output, replacing: replaces) }
    return outcome
  }

  /// The format that the suffix of the output names; nil where it names none, or there is no output.
  ///
  /// - Throws: `SlipError` for a format without tracked changes, in which words of both sides would be lost.
  private func outputFormat() throws(SlipError) -> Format? {
    guard let output, output != "-" else { return nil }
    if [BundleLayout.directorySuffix, BundleLayout.packSuffix].contains("." + output.suffixName) {
      throw SlipError(
        .usage, code: KitCode.notMergeable,
        "The result of merging documents is a document, such as NAME.rtf; import it afterwards.",
        at: SourceLocation(file: output))
    }
    guard let format = FormatTable.forPath(output) else { return nil }
    guard format.kind == .rtf || format.isOffice else {
      throw SlipError(
        .usage, code: KitCode.notMergeable,
        "The result is written as RTF, Word or OpenDocument, which have tracked changes; convert it afterwards.",
        at: SourceLocation(file: output))
    }
    return format
  }

  /// A merged document in the format that the output names.
  private func converted(_ bytes: [UInt8], to target: Format?) throws(SlipError) -> [UInt8] {
    guard let target, !bytes.isEmpty, let write = target.write,
      let format = bytes.withUnsafeBytes({ FormatTable.sniffing($0) }), format.name != target.name
    else { return bytes }
    let limits = limits
    let result = try slipErrors { try bytes.withUnsafeBytes { try format.read($0, in: nil, limits: limits) } }
    guard let document = result?.document else { return bytes }
    var options = WriteOptions()
    options.links = .keep
    return try write(document, options)
  }

  /// Merges documents of word processors; nil where they are none, or of several formats.
  ///
  /// - Throws: `SlipError` for one that is encrypted or damaged.
  private func mergedOffice(
    _ files: [[UInt8]]
  ) throws(SlipError) -> (bytes: [UInt8], conflicts: [DocumentMerge.Conflict])? {
    let formats = files.map { bytes in bytes.withUnsafeBytes { FormatTable.sniffing($0) } }
    guard let format = formats[1], format.isOffice, let write = format.write,
      zip(files, formats).allSatisfy({ $0.isEmpty || $1?.name == format.name })
    else { return nil }
    if files[2] == files[0] || files[2] == files[1] { return (files[1], []) }
    if files[1] == files[0] { return (files[2], []) }
    var documents: [Document] = []
    for bytes in files {
      guard !bytes.isEmpty else {
        documents.append(Document())
        continue
      }
      let limits = limits
      let result = try slipErrors {
        try bytes.withUnsafeBytes { try format.read($0, in: nil, limits: limits) }
      }
      // Without a text, all of it would count as deleted.
      guard let result else {
        throw SlipError(.badInput, code: KitCode.notMergeable, "This format can be written, but not read.")
      }
      documents.append(result.document)
    }
    let merge = DocumentMerge(
      base: documents[0], ours: documents[1], theirs: documents[2], rule: textRule(ours: nil, theirs: nil),
      names: DocumentMerge.Names(ours: ourName, theirs: theirName))
    if merge.document == documents[1] { return (files[1], merge.conflicts) }
    if merge.document == documents[2] { return (files[2], merge.conflicts) }
    var options = WriteOptions()
    options.links = .keep
    return (try write(merge.document, options), merge.conflicts)
  }

  /// Writes the result of merging files.
  private func write(
    _ bytes: [UInt8], _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) {
    if output == "-" {
      try slipErrors { try bytes.withUnsafeBytes(standardOutput) }
    } else {
      try FileSystem.writeFileAtomically(
        output ?? ours, bytes, existing: output == nil || replaces ? .replace : .refuse)
    }
  }

  /// The bytes of a file; none for `/dev/null`.
  ///
  /// - Throws: `SlipError` where it can't be read.
  private func read(_ path: String) throws(SlipError) -> [UInt8] {
    path == "/dev/null" ? [] : try FileSystem.readFile(path, limit: limits.fileBytes)
  }

  /// Refuses a file that is neither RTF nor empty.
  ///
  /// - Throws: `SlipError` with code `KitCode.notMergeable`.
  private func expectRTF(_ bytes: [UInt8], _ path: String) throws(SlipError) {
    guard bytes.isEmpty || bytes.withUnsafeBytes({ RTFProbe.isRTF($0) }) else {
      throw SlipError(
        .badInput, code: KitCode.notMergeable,
        "Only files of RTF, Word and OpenDocument, bundles and their manifests can be merged; text files are what version control merges itself.",
        at: SourceLocation(file: path))
    }
  }

  /// The rule for a text: the side that was modified last where that is known and asked for.
  ///
  /// - Parameters:
  ///   - ours: When our side was last modified; nil where that is unknown.
  ///   - theirs: When their side was last modified; nil where that is unknown.
  func textRule(ours: Timestamp?, theirs: Timestamp?) -> DocumentMerge.Rule {
    switch rule {
    case .ours: .ours
    case .theirs: .theirs
    case .newest:
      if let ours, let theirs, ours != theirs { theirs < ours ? .ours : .theirs } else { .either }
    }
  }
}

internal import SlipBase
internal import SlipFormats

/// Whether every imported original can be given back, byte for byte.
struct SourceCheck<Storage: BundleStorage> {
  let storage: Storage
  let index: ManifestIndex
  let tree: TreeCheck<Storage>
  let options: ValidationOptions

  /// A source, and where the bytes lie that are kept of it.
  private struct Job: Sendable {
    var source: ManifestIndex.SourceFacts
    var path: String
    var lifted: [LiftedPlace]
  }

  func run() throws(SlipError) -> FindingList {
    var findings = FindingList()
    var jobs: [Job] = []
    for (number, source) in index.sources.enumerated() {
      let number = Int32(clamping: number)
      guard let path = tree.keptPaths[source.kept] else {
        findings.report(KeptMissing.self, at: .tag(source.tagEnd))
        continue
      }
      // Two formats may have kept the same bytes; then either file may be the one that was met last.
      let own = PayloadPath.kept(source.kept, source.fileExtension)
      if path != own, try storage.length(of: own) == nil {
        findings.report(KeptMissing.self, "another extension than its format", at: .tag(source.tagEnd))
        continue
      }
      let lifted = index.lifted[number] ?? []
      // Where the original itself is kept, its digest has been compared.
      if lifted.isEmpty, source.kept == source.original.digest { continue }
      if !options.isQuick, canBeJudged(path, lifted) {
        jobs.append(Job(source: source, path: path, lifted: lifted))
      }
    }
    let (work, storage, attachments) = (jobs, storage, index.attachments)
    let isRight = Parallel.map(count: work.count, workers: options.workers) {
      Self.restores(work[$0], storage, attachments)
    }
    for (job, isRight) in zip(work, isRight) where !isRight {
      findings.report(SourceNotRestorable.self, at: .tag(job.source.tagEnd))
    }
    return findings
  }

  private func canBeJudged(_ path: String, _ lifted: [LiftedPlace]) -> Bool {
    if let key = PayloadKey(path: path), tree.faulty.contains(key) { return false }
    return lifted.allSatisfy {
      index.attachments[$0.data.attachment]?.hasBlob == true
        && !tree.faulty.contains(.blob($0.data.attachment))
    }
  }

  private static func restores(
    _ job: Job, _ storage: Storage, _ attachments: [Digest: ManifestIndex.AttachmentFacts]
  ) -> Bool {
    var digester = Digester()
    do {
      try storage.withBytes(of: job.path) { kept in
        try RTFPictures.restore(kept: kept, lifted: job.lifted.map(\.data)) { digest in
          guard let facts = attachments[digest] else { return [] }
          return try storage.read(PayloadPath.blob(digest, facts.fileExtension))
        } chunk: {
          digester.update($0)
        }
      }
    } catch {
      return false
    }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length) == job.source.original
  }
}

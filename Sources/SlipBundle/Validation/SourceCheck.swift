internal import SlipBase
internal import SlipFormats

/// Whether every imported original can be given back, byte for byte. Where the original itself is kept, its digest has been
/// compared already.
struct SourceCheck<Storage: BundleStorage> {
  let storage: Storage
  let index: ManifestIndex
  let tree: TreeCheck<Storage>
  let options: ValidationOptions

  private typealias Job = SourceTable.Restoration

  func run() -> FindingList {
    var findings = FindingList()
    let work = options.isQuick ? [] : index.sources.restorations.filter(canBeJudged)
    let (storage, attachments) = (storage, index.attachments)
    let isRight = Parallel.map(count: work.count, workers: options.workers) {
      Self.restores(work[$0], storage, attachments)
    }
    for (job, isRight) in zip(work, isRight) where !isRight {
      findings.report(SourceNotRestorable.self, at: .tag(job.tagEnd))
    }
    return findings
  }

  private func canBeJudged(_ job: Job) -> Bool {
    guard !tree.faulty.contains(.kept(job.kept)),
      index.sources.isListed(job.kept, fileExtension: job.fileExtension)
    else { return false }
    return job.lifted.allSatisfy {
      index.attachments[$0.data.attachment]?.hasBlob == true
        && !tree.faulty.contains(.blob($0.data.attachment))
    }
  }

  private static func restores(
    _ job: Job, _ storage: Storage, _ attachments: [Digest: ManifestIndex.AttachmentFacts]
  ) -> Bool {
    var digester = Digester()
    do {
      try storage.withBytes(of: PayloadPath.kept(job.kept, job.fileExtension)) { kept in
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
    return FileFact(digest: digester.finish(), length: length) == job.original
  }
}

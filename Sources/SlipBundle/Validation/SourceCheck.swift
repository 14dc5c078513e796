internal import SlipBase
internal import SlipFormats

/// Whether every imported original can be given back, byte for byte. Where a file itself is kept, digest and length have
/// been compared already.
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
    let limits = options.limits
    let verdicts = Parallel.map(count: work.count, workers: options.workers) {
      Self.verdict(work[$0], storage, attachments, limits)
    }
    for (job, verdict) in zip(work, verdicts) {
      switch verdict {
      case .sound: break
      case .unsafeNames: findings.report(.unsafeSourceName, "a file in the package", at: .tag(job.tagEnd))
      case .lost: findings.report(.sourceNotRestorable, at: .tag(job.tagEnd))
      }
    }
    return findings
  }

  private enum Verdict { case sound, unsafeNames, lost }

  private func canBeJudged(_ job: Job) -> Bool {
    guard !tree.faulty.contains(.kept(job.kept)),
      index.sources.isListed(job.kept, fileExtension: job.fileExtension)
    else { return false }
    return job.lifted.allSatisfy {
      index.attachments[$0]?.hasBlob == true && !tree.faulty.contains(.blob($0))
    }
  }

  private static func verdict(
    _ job: Job, _ storage: Storage, _ attachments: [Digest: ManifestIndex.AttachmentFacts], _ limits: Limits
  ) -> Verdict {
    do {
      let isHarmless = try storage.withBytes(of: PayloadPath.kept(job.kept, job.fileExtension)) { kept in
        try job.file.check(kept: kept, limits: limits) { digest in
          guard let facts = attachments[digest] else { return [] }
          return try storage.read(PayloadPath.blob(digest, facts.fileExtension))
        }
      }
      return isHarmless ? .sound : .unsafeNames
    } catch {
      return .lost
    }
  }
}

internal import SlipBase

/// Checks whether every imported original can be restored, byte for byte.
///
/// Only originals that have to be put together are read here. Where the file itself is retained, digest and
/// length were compared before. What is missing or damaged in the tree has a finding already, so an original
/// that needs it isn't checked.
struct SourceCheck<Storage: BundleStorage> {
  /// The bundle.
  let storage: Storage
  /// Entities of the manifest.
  let index: ManifestIndex
  /// The finished check of the tree, for files that are faulty.
  let tree: TreeCheck<Storage>
  /// What to check.
  let options: ValidationOptions

  /// An original that has to be put together.
  private typealias Job = SourceTable.Restoration

  /// Restores all originals on all cores, unless only lengths are to be checked.
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

  /// What restoring an original showed: it is right, it has names that are unsafe to write, or it doesn't
  /// come out as it was.
  private enum Verdict { case sound, unsafeNames, lost }

  /// Whether all files that are needed are there and as listed; otherwise they have findings of their own.
  private func canBeJudged(_ job: Job) -> Bool {
    guard !tree.faulty.contains(.kept(job.kept)),
      index.sources.isListed(job.kept, fileExtension: job.fileExtension)
    else { return false }
    return job.lifted.allSatisfy {
      index.attachments[$0]?.hasBlob == true && !tree.faulty.contains(.blob($0))
    }
  }

  /// Puts an original together, by the code that export uses, and compares digest and length.
  ///
  /// Of a package, the names of the files in it are looked at, too.
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

internal import SlipBase
package import SlipBatch

/// Migrates bundles one by one, each in place. It is the job of `slipconv migrate --recursive`.
/// Each bundle is independent: one that fails stays as it was, and is recorded.
package struct MigrateEach: BatchJob {
  /// Everything but the bundle.
  private let request: MigrationRequest
  /// Whether only a plan is made of each bundle.
  private let isDryRun: Bool

  /// Prepares the migration of many bundles.
  ///
  /// - Parameter request: Everything but the bundle.
  package init(_ request: MigrationRequest, isDryRun: Bool = false) {
    self.request = request
    self.isDryRun = isDryRun
  }

  /// Migrates one bundle, or plans its migration. An error becomes a record of the failure.
  package func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord {
    var request = request
    request.bundle = item.path
    do throws(SlipError) {
      return try isDryRun ? MigrateEach.planned(item, request.plan()) : MigrateEach.done(item, request.run())
    } catch {
      return ItemRecord(path: item.path, error: error)
    }
  }

  /// Whether the result is still as the earlier run recorded it, at the path of the item.
  package func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool {
    guard let after = earlier.after else { return false }
    return (try? MigrationSource(item.path, limits: request.limits).digest())?.digest.hex == after
  }

  /// The record of a migration.
  private static func done(_ item: WorkItem, _ report: MigrationReport) -> ItemRecord {
    var record = record(
      item, report.result == .migrated ? .landed : .skipped, report.from, report.to, report.counts)
    if report.path != item.path { record.output = report.path }
    record.bytes = .init(before: report.bytes, after: report.bytesAfter)
    record.before = report.digestBefore.hex
    record.after = report.digestAfter.hex
    record.add(report.diagnostics)
    return record
  }

  /// The record of a dry run.
  private static func planned(_ item: WorkItem, _ plan: MigrationPlan) -> ItemRecord {
    var record = record(item, plan.stages.isEmpty ? .skipped : .planned, plan.from, plan.to, plan.counts)
    if plan.result != item.path { record.output = plan.result }
    record.bytes = .init(before: plan.bytes, after: nil)
    return record
  }

  /// What both records have in common. A bundle of the wanted version is skipped as `current`.
  private static func record(
    _ item: WorkItem, _ result: ItemRecord.Result, _ from: Int, _ to: Int, _ counts: MigrationCounts
  ) -> ItemRecord {
    var record = ItemRecord(path: item.path, result, reason: result == .skipped ? "current" : nil)
    (record.from, record.to) = (from, to)
    record.counts = [
      "notes": counts.notes, "folders": counts.folders, "keywords": counts.keywords, "links": counts.links,
      "attachments": counts.attachments,
    ]
    return record
  }
}

import SlipboxKit

/// The plan of a migration, and its losses, as people read them.
enum MigrationText {
  /// What `slipconv migrate --plan` prints:
  ///
  ///     tour.slipbox.xml: schema version 3 to 4
  ///       result       tour.slipbox
  ///       old bundle   tour.slipbox.xml~v3
  ///       has          4 notes, 3 folders, 2 keywords, 3 links, 3 attachments, 2.6 kB
  ///       to write     3.1 kB, 12 GB free
  ///       stage 3 to 4  (custom)
  ///         Mirrors become exact: no longer in lower case.
  ///         …
  ///
  /// - Parameter all: Whether all losses are listed, and not only the first twenty.
  static func plan(_ plan: MigrationPlan, all: Bool) -> String {
    var text = "\(plan.path): schema version \(plan.from) to \(plan.to)\n"
    if plan.stages.isEmpty { return text + "  nothing to do\n" }
    text += "  result       \(plan.result)\n"
    if let backup = plan.backup { text += "  old bundle   \(backup)\n" }
    let counts = plan.counts
    text += "  has          \(counted(counts.notes, "note")), \(counted(counts.folders, "folder")), "
    text += "\(counted(counts.keywords, "keyword")), \(counted(counts.links, "link")), "
    text += "\(counted(counts.attachments, "attachment")), \(byteCount(plan.bytes))\n"
    let free = plan.bytesFree.map { ", \(byteCount($0)) free" } ?? ""
    text += "  to write     \(byteCount(plan.bytesNeeded))\(free)\n"
    for stage in plan.stages {
      text += "  stage \(stage.from) to \(stage.to)  (\(stage.kind))\n"
      let isUp = stage.from < stage.to
      if !isUp { text += "    undoes:\n" }
      for change in stage.changes { text += "    \(change)\n" }
    }
    return text + losses(plan.losses, all: all)
  }

  /// The list of losses; empty where there are none.
  ///
  /// - Parameter all: Whether all losses are listed, and not only the first twenty.
  static func losses(_ losses: [MigrationPlan.Loss], all: Bool) -> String {
    guard !losses.isEmpty else { return "" }
    var text = "  would be lost\n"
    for loss in losses.prefix(all ? .max : 20) {
      text += "    \(loss.kind)\(loss.id.map { " \($0)" } ?? ""): \(loss.what)\n"
    }
    if !all, losses.count > 20 { text += "    \(losses.count - 20) more; --verbose lists all\n" }
    return text
  }
}

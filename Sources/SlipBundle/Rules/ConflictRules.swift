/// Rules about what programs that keep folders in step leave in a bundle. `TreeCheck` reports them by the names of files
/// (`ConflictCopy`).
extension ValidationRule {
  /// A file holds what another machine had under the name of one of the bundle's files.
  public static let conflictCopy = ValidationRule(
    code: "SBXF016", name: "ConflictCopy", family: .payload, severity: .error,
    title: "A copy of another machine lies beside a file",
    manual: RuleManual(
      finds: """
        Two machines changed the bundle at the same time, and a program such as Dropbox, Syncthing, iCloud Drive, Google Drive or Nextcloud kept the version of one of them under another name.
        """,
      matters: "What was done on that machine is in the copy alone. No export and no search has it.",
      bad: "manifest.sync-conflict-20240506-101112-ABCDEFG.xml",
      good: "manifest.xml, with what was done on both machines",
      fix: """
        Run `slipconv refresh`: it merges the copy as the other side, and removes it when all of it is in the bundle. A pack (`slipconv pack`) is one file, so it is exchanged as a whole.
        """))

  /// A file is a part of one of the bundle's files, which is still on its way.
  public static let fileArriving = ValidationRule(
    code: "SBXF017", name: "FileArriving", family: .payload, severity: .warning,
    title: "A file is still arriving",
    manual: RuleManual(
      finds: """
        A program that keeps folders in step is about to put a file in place, or has not fetched it yet.
        """,
      matters: "The bundle may be of no single state until the file is there.",
      bad: ".syncthing.manifest.xml.tmp",
      good: "manifest.xml",
      fix: "Wait until the program is done. If it was stopped for good, delete the part."))
}

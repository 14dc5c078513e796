internal import SlipBase
internal import SlipFiles
internal import SlipRTF

extension ImportScan {
  /// Throws where a file isn't what only its name says: an archive or export that is empty, cut off, or something else.
  ///
  /// - Throws: `SlipError` that says so, or that it can't be read.
  func expectSound(_ path: String, _ status: FileStatus, _ sources: SourceTable) throws(SlipError) {
    let suffix = path.suffixName
    let isArchive = Self.unpackable.contains(suffix)
    guard isArchive || sources.isClaimed(by: suffix) else { return }
    let place = SourceLocation(file: below(path))
    guard status.length > 0 else {
      throw SlipError(
        .badInput, code: ExchangeCode.pieceDamaged, "The file is empty, which no file of its kind is.",
        at: place)
    }
    do throws(SlipError) {
      let tree = try SourceTree.open(below(path))
      if tree.form != .file, isArchive { return }
      if tree.form == .file { _ = try tree.bytes(at: 0) }
    } catch {
      if error.kind == .cannotDo || error.code == RTFDCode.tooLarge { throw error }
      throw SlipError(
        .badInput, code: ExchangeCode.pieceDamaged, "The file is damaged: \(error.message)", at: place)
    }
    throw SlipError(
      .badInput, code: ExchangeCode.pieceDamaged,
      "The file is damaged: its content isn't what its name says.", at: place)
  }

  /// Extensions of archives that are unpacked.
  static let unpackable: Set<String> = ["tar", "tgz", "zip"]
}

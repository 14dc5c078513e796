internal import SlipBase
internal import ZipContainer

/// How a pack's ZIP file is laid out.
enum PackCheck {
  static func run(_ storage: some BundleStorage, _ findings: inout FindingList) throws(SlipError) {
    guard let storage = storage as? ZipStorage, let layout = try storage.layout() else { return }
    guard !layout.overlaps else {
      throw SlipError(
        .badInput, code: ContainerFault.overlappingEntries, "Entries of the ZIP file overlap.",
        at: SourceLocation(file: storage.displayPath))
    }
    if layout.firstStored != BundleLayout.mimetypePath { findings.report(PackOrder.self, file: "") }
    if layout.slack > 0 { findings.report(PackSlack.self, "\(layout.slack) bytes", file: "") }
    if layout.descriptors > 0 {
      findings.report(PackDescriptors.self, "\(layout.descriptors) entries", file: "")
    }
  }
}

internal import SlipBase
internal import SlipDocument
public import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipRTF

extension SourceKind {
  /// Projects of Scrivener 1 to 3, as folders or ZIPs of them.
  static let scrivener = SourceKind(
    name: "scrivener", title: "Scrivener project", suffixes: ["zip"], folderSuffixes: ["scriv"],
    statesStructure: false,
    recognizes: {
      ScrivenerSource.projectFiles($0).isEmpty && !ScrivenerSource.isBroken($0) ? nil : .certain
    },
    open: { tree, context throws(SlipError) in try ScrivenerSource(tree, context) })
}

extension ContainerTarget {
  /// A project of Scrivener 3.
  ///
  /// The facts below go to custom fields, and this program's importer reads them back. Scrivener itself
  /// shows them as text in its inspector. What a box knows of a file beyond its name and bytes is lost.
  public static let scrivener = ContainerTarget(
    name: "scrivener", title: "Scrivener 3: a project (.scriv)", form: .folder, suffix: "scriv", kind: .rtf,
    fates: [
      .favorite: .becomes("a custom field", isReadBack: true),
      .fractions: .becomes("a custom field", isReadBack: true),
      .properties: .becomes("synopsis, label and custom fields", isReadBack: true),
      .attachmentFacts: .lost,
      .savedSearch: .becomes("a collection of what it finds", isReadBack: true),
    ],
    plan: { box throws(SlipError) in
      try slipErrors { try ScrivenerExport(box).files() }
    })
}

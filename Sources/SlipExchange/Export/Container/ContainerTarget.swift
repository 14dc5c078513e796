public import SlipBase
public import SlipFormats
public import SlipNotes

/// A container of another program that a whole box is written to: a row of `ProgramTable.containers`.
///
/// A target plans its files from a box before anything is written; each file is made when it is its turn. What is the same for all
/// of them stands behind it: the order of notes, names, links, attachments, payload that is checked, and the report of losses.
///
/// ```swift
/// let box = ContainerBox(bundle.box, options: options, payload: bundle)
/// let plan = try ContainerTarget.joplin.plan(box)
/// for file in plan.files { print(file.path) }
/// ```
public struct ContainerTarget: Sendable {
  /// What the container is on disk.
  public enum Form: Sendable, Hashable {
    /// A folder of files.
    case folder
    /// One file, a ZIP archive.
    case zip
    /// One file, a tar archive (POSIX.1-2001).
    case tar
  }

  /// The name on the command line, such as `joplin`.
  public let name: String
  /// One line for the help.
  public let title: String
  /// What the container is on disk.
  public let form: Form
  /// The extension that the program expects of the container, without the dot; empty for none.
  public let suffix: String
  /// The kind of format that the notes' texts are written in.
  public let kind: Format.Kind
  /// What the program reads in Markdown besides GFM.
  let dialect: MarkdownDialect
  /// What becomes of features of texts where the program's files differ from the format in general.
  let textFates: [ExportFeature: ExportFeatureTable.Fate]
  /// What becomes of facts that the container can't hold as they are. Facts that aren't here are kept.
  let fates: [BoxFeature: BoxFeature.Fate]
  /// What becomes of further facts where the front matter has less than all of them.
  let fatesWithLess: [ContainerBox.FrontMatter: [BoxFeature: BoxFeature.Fate]]
  /// Plans the files.
  let makePlan: @Sendable (ContainerBox) throws(SlipError) -> ContainerPlan

  /// Creates a row.
  package init(
    name: String, title: String, form: Form, suffix: String = "", kind: Format.Kind,
    dialect: MarkdownDialect = MarkdownDialect(), textFates: [ExportFeature: ExportFeatureTable.Fate] = [:],
    fates: [BoxFeature: BoxFeature.Fate],
    fatesWithLess: [ContainerBox.FrontMatter: [BoxFeature: BoxFeature.Fate]] = [:],
    plan: @escaping @Sendable (ContainerBox) throws(SlipError) -> ContainerPlan
  ) {
    (self.name, self.title, self.form, self.suffix) = (name, title, form, suffix)
    (self.dialect, self.textFates) = (dialect, textFates)
    (self.kind, self.fates, self.fatesWithLess, makePlan) = (kind, fates, fatesWithLess, plan)
  }

  /// The files of the container, determined before anything is written.
  ///
  /// - Throws: `SlipError` where a file that decides about others can't be read.
  public func plan(_ box: ContainerBox) throws(SlipError) -> ContainerPlan { try makePlan(box) }

  /// What becomes of a fact; nil where it is kept.
  ///
  /// - Parameter frontMatter: How much of a note's facts a Markdown file begins with.
  public func fate(of feature: BoxFeature, frontMatter: ContainerBox.FrontMatter = .full) -> BoxFeature.Fate?
  {
    fatesWithLess[frontMatter]?[feature] ?? fates[feature]
  }
}

/// The files of a container.
public struct ContainerPlan: Sendable {
  /// The files in the order in which they are written. All paths are safe and unique.
  public package(set) var files: [ContainerFile] = []
  /// Directories that must be there even if no file is in them.
  public package(set) var directories: [String] = []
  /// How many attachments are among the files.
  public package(set) var attachments = 0
  /// Findings about the box as a whole.
  public package(set) var diagnostics: [Diagnostic] = []

  /// Creates a plan without files.
  package init() {}
}

/// A file of a container, before it is made.
public struct ContainerFile: Sendable {
  /// What a file is made of.
  public enum Content: Sendable {
    /// Bytes that are computed, and findings about them.
    case made(@Sendable () throws -> (bytes: [UInt8], diagnostics: [Diagnostic]))
    /// An attachment as it is.
    case attachment(Attachment.ID)
    /// Bytes that come in pieces, and findings about them. Such a file may be large.
    case pieces(@Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> [Diagnostic])
  }

  /// The path, with `/` between names.
  public var path: String
  /// What it is made of.
  public var content: Content
  /// The modification time to give the file; nil when unknown.
  public var modified: Timestamp?

  /// Creates a file.
  package init(_ path: String, modified: Timestamp? = nil, _ content: Content) {
    (self.path, self.content, self.modified) = (path, content, modified)
  }

  /// Creates a file with text in UTF-8 that is known already.
  package init(_ path: String, text: String) {
    let bytes = Array(text.utf8)
    self.init(path, .made { (bytes, []) })
  }
}

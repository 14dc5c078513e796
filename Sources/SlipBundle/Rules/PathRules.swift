/// Rules about entries of the tree that are neither files nor folders, or have no name in Unicode;
/// `TreeCheck` reports them.
extension ValidationRule {
  /// The tree has a symbolic link.
  ///
  /// It is neither followed nor compared with the manifest.
  public static let symbolicLink = ValidationRule(
    code: ContainerCode.symbolicLink, name: "SymbolicLink", family: .paths, severity: .error,
    title: "A symbolic link in the tree",
    manual: RuleManual(
      finds: "There is a symbolic link in the bundle.",
      matters: """
        It can lead out of the bundle. It is never followed, and what it points to is not part of the bundle.
        """,
      bad: "notes/link -> ../mimetype",
      good: "a file in its place",
      fix: "Replace it by the file itself."))

  /// The tree has a device, a socket or a named pipe.
  ///
  /// It is never opened: that could block or have effects.
  public static let specialFile = ValidationRule(
    code: ContainerCode.specialFile, name: "SpecialFile", family: .paths, severity: .error,
    title: "A special file in the tree",
    manual: RuleManual(
      finds: "There is a device, socket or pipe in the bundle.",
      matters: "Reading it could block forever or change something. It is never opened.",
      bad: "a named pipe",
      good: "a regular file",
      fix: "Remove it."))

  /// A name in the tree isn't well-formed UTF-8.
  ///
  /// The path in the message has U+FFFD in the place of what can't be decoded.
  public static let nameNotUnicode = ValidationRule(
    code: ContainerCode.nameNotUnicode, name: "NameNotUnicode", family: .paths, severity: .error,
    title: "A name that is not Unicode",
    manual: RuleManual(
      finds: "A file or folder in the tree has a name that is not well-formed UTF-8.",
      matters: "No manifest can list it.",
      bad: "caf\\xE9.rtf",
      good: "a name in UTF-8",
      fix: "Move it out of the bundle, or give it another name."))
}

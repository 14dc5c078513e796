internal import SlipBase

extension FilePackage {
  /// Whether all names may leave a bundle as they are.
  public var isHarmless: Bool { entries.allSatisfy { FilePackage.isHarmless($0.path) } }

  /// The package under names that no program acts upon: see `OutgoingName`.
  public func harmless() -> FilePackage {
    if isHarmless { return self }
    var package = FilePackage()
    for entry in entries {
      var path = FilePackage.harmless(entry.path)
      if entry.bytes == nil, package[path] != nil { continue }
      // Another file may have that name.
      while !package.add(path, entry.bytes), FilePackage.isPath(path + "_") { path += "_" }
    }
    return package
  }

  package static func isHarmless(_ path: String) -> Bool {
    !path.split(separator: "/").contains { OutgoingName.isActive($0) }
  }

  /// Only what programs act upon is changed: packages have names as their file system had them.
  private static func harmless(_ path: String) -> String {
    path.split(separator: "/").map { OutgoingName.isActive($0) ? "_" + $0 : String($0) }.joined(
      separator: "/")
  }
}

internal import SlipBase
internal import SlipExchange

/// The files of an export of Notion, with those of the archives in it.
///
/// ```
/// 5ea790e4-…_Export.zip/
///   Export-b7fe4696-…-Part-1.zip/
///     Garden a49e8bc394f36f3747eb4987ebeb97f6.md            a page: title and id
///     Garden a49e8bc394f36f3747eb4987ebeb97f6/Bees aa71….md   a page below it
///     Garden a49e8bc394f36f3747eb4987ebeb97f6/quince.png      a file of the page
///     Garden a49e8bc394f36f3747eb4987ebeb97f6/List a1fd….csv  a database, whose pages are in the folder List a1fd…
/// ```
enum NotionTree {
  /// The most archives in an archive.
  private static let mostParts = 64
  /// How many characters an id has.
  static let idLength = 32

  /// The error for a part that is no archive, whatever its name says.
  private static let noArchive = SlipError(
    .badInput, code: ExchangeCode.badContainer, "A part of the export is no archive.")

  /// The files of all parts; the container itself where it has pages.
  ///
  /// An archive of archives only is taken as the files of all of them. Of several files with one path, the first counts.
  static func files(of tree: SourceTree) -> SourceTree {
    let content = tree.files.filter { !$0.isClutter }
    guard tree.form == .archive, !content.isEmpty, content.count <= mostParts,
      content.allSatisfy({ $0.path.suffixName == "zip" })
    else { return inside(tree) }
    var parts: [SourceTree] = []
    var files: [(file: SourceTree.File, part: Int, place: Int)] = []
    var failed = tree.failed
    for file in content {
      let part: SourceTree
      do throws(SlipError) {
        part = try SourceTree.of(try tree.read(file.path) ?? [], named: String(file.name))
      } catch {
        failed.append(ReadFaults.Fault(path: file.path, error: error))
        continue
      }
      guard part.form == .archive else {
        failed.append(ReadFaults.Fault(path: file.path, error: noArchive))
        continue
      }
      for (place, file) in part.files.enumerated() { files.append((file, parts.count, place)) }
      parts.append(part)
    }
    guard !parts.isEmpty else { return tree }
    files.sort { a, b in
      a.file.path == b.file.path
        ? a.part < b.part : a.file.path.utf8.lexicographicallyPrecedes(b.file.path.utf8)
    }
    var last: String?
    files.removeAll { file in
      defer { last = file.file.path }
      return last == file.file.path
    }
    let (all, trees) = (files, parts)
    return inside(
      SourceTree(
        name: tree.name, form: .archive, files: files.map(\.file), unreadable: tree.unreadable, failed: failed
      ) { place throws(SlipError) in try trees[all[place].part].bytes(at: all[place].place) })
  }

  /// The files in the folder that an archive has around all of them; the tree itself where there is none, or where that folder is one of a
  /// page.
  private static func inside(_ tree: SourceTree) -> SourceTree {
    let top = tree.top
    return top.isEmpty || split(top) != nil ? tree : tree.below(top).named(tree.name)
  }

  /// The id at the end of a name without extension, and the name before it; nil where there is none.
  ///
  /// ```
  /// Garden a49e8bc394f36f3747eb4987ebeb97f6   →   Garden, a49e8bc394f36f3747eb4987ebeb97f6
  /// ```
  ///
  /// - Parameter stem: The last part of a path, or of an address, where a hyphen stands for the blank.
  /// - Returns: The name without white space at its ends, and the id in small letters.
  static func split(_ stem: some StringProtocol) -> (name: String, id: String)? {
    let text = String(stem)
    let tail = text.utf8.suffix(idLength)
    guard tail.count == idLength, tail.allSatisfy(\.isASCIIHexDigit) else { return nil }
    let name = text.dropLast(idLength)
    guard name.isEmpty || name.last == " " || name.last == "-" else { return nil }
    return (String(name).trimmingBlanks(), String(text.suffix(idLength)).lowercased())
  }

  /// The id in the address of a page: that at the end of the last name, without what stands behind `?` or `#`.
  ///
  /// - Returns: Nil where the address has no id at that place.
  static func id(inAddress address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.lastName
    return split(["md", "html", "csv"].contains(name.suffixName) ? name.stem : name)?.id
  }

  /// Whether a container is an export: most of its pages have an id in their names.
  ///
  /// An export of a single database has no pages; its file has an id in its name.
  static func isExport(_ tree: SourceTree) -> Bool {
    let pages = tree.files.filter { file in
      !file.isClutter && NotionSource.pages.contains(file.path.suffixName) && file.name != "index.html"
    }
    // Joplin names files by ids alone.
    let named = pages.count { split($0.name.stem).map { !$0.name.isEmpty } ?? false }
    if pages.isEmpty {
      // A database without pages.
      return tree.files.contains { $0.path.suffixName == "csv" && split(databaseName($0.path)) != nil }
    }
    return named > 0 && named * 2 >= pages.count
  }

  /// The name and id of a database file, whose variant with all rows ends in `_all`.
  ///
  /// - Parameter path: A path, of which the last part counts.
  /// - Returns: That part without its extension and without `_all`.
  static func databaseName(_ path: String) -> String {
    let stem = String(path.lastName.stem)
    return stem.hasSuffix("_all") ? String(stem.dropLast(4)) : stem
  }
}

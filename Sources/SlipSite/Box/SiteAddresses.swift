internal import SlipBase
internal import SlipNotes

/// Where pages and files of a site are.
///
/// Addresses consist of UUIDs and digests, and not of titles, so that they stay when a title changes: a static host has no
/// redirects. All names are `[0-9a-z.-]`, and no folder has more than about a thousand of them.
struct SiteAddresses: Sendable {
  /// The names of folders without extension, by number.
  private let folderNames: [String]
  /// The names of keywords.
  private let keywordNames: [String]

  /// The start page.
  static let home = "index.html"
  /// All notes, without an extension.
  static let all = "f/all/all"
  /// The notes outside of folders, without an extension.
  static let none = "f/none/none"
  /// The list of months.
  static let months = "d/index.html"
  /// The feed.
  static let feed = "feed.xml"

  /// Makes the addresses of folders and keywords.
  init(folders: [Folder.ID], keywords: [Keyword.ID]) {
    folderNames = SiteAddresses.names(folders.map(\.description), in: "f")
    keywordNames = SiteAddresses.names(keywords.map(\.description), in: "k")
  }

  /// Names of eight digits of UUIDs, or of all where two of them share these.
  private static func names(_ ids: [String], in folder: String) -> [String] {
    let short = ids.map { String($0.prefix(8)) }
    let counts = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(ids, short).map { id, short in
      let name = counts[short] == 1 ? short : id.replacing("-", with: "")
      return "\(folder)/\(short.prefix(2))/\(name)"
    }
  }

  /// The page of a note.
  func note(_ id: Note.ID) -> String {
    let name = id.description
    return "n/\(name.prefix(2))/\(name).html"
  }

  /// The list of a folder, without an extension.
  func folder(_ number: Int) -> String { folderNames[number] }

  /// The list of a keyword, without an extension.
  func keyword(_ number: Int) -> String { keywordNames[number] }

  /// The list of what the saved search of a folder finds, without an extension.
  func search(ofFolder number: Int) -> String { "s" + folderNames[number].dropFirst() }

  /// The list of a month such as `2024-03`, without an extension.
  static func month(_ month: String) -> String { "d/\(month.prefix(4))/\(month)" }

  /// A page of a list.
  ///
  /// - Parameter number: Counted from 1.
  static func page(_ base: String, _ number: Int = 1) -> String {
    number == 1 ? base + ".html" : "\(base)-\(number).html"
  }

  /// An attachment.
  static func attachment(_ attachment: Attachment) -> String {
    file("a", attachment.id, isDrawing(attachment) ? "svg" : safe(attachment.fileExtension))
  }

  /// Whether browsers read an attachment as a drawing, which may have scripts.
  static func isDrawing(_ attachment: Attachment) -> Bool {
    attachment.fileExtension.lowercased() == "svg" || MediaType.named(attachment.mediaType) == .svg
  }

  /// The picture that is shown instead of an attachment.
  static func rendering(_ id: Attachment.ID, _ fileExtension: String) -> String {
    file("a", id, fileExtension)
  }

  /// A thumbnail.
  static func thumbnail(_ id: Attachment.ID, _ fileExtension: String) -> String {
    file("t", id, safe(fileExtension))
  }

  /// A file that is named by a digest.
  private static func file(_ folder: String, _ id: Digest, _ suffix: String) -> String {
    "\(folder)/\(id.hex.prefix(2))/\(id.hex)" + (suffix.isEmpty ? "" : "." + suffix)
  }

  /// An extension of nothing but small letters and digits. A page that a note has attached must not become one of the site.
  private static func safe(_ suffix: String) -> String {
    let plain = suffix.lowercased().utf8.filter { $0.isASCIIDigit || $0.isASCIILowercase }
    let text = String(decoding: plain.prefix(10), as: UTF8.self)
    return active.contains(text) ? text + ".txt" : text
  }

  /// Extensions of what browsers open as a page, and might run: XML may have parts of XHTML.
  private static let active: Set<String> = [
    "html", "htm", "xhtml", "xht", "shtml", "shtm", "svgz", "js", "mjs", "cjs", "xml", "xsl", "xslt", "rdf",
    "rss",
    "atom", "mathml", "mml", "xul", "mht", "mhtml", "hta", "htc", "swf", "wasm",
  ]

  /// What leads from a page to the top: `../` for each folder that it is in.
  static func up(from path: String) -> String {
    String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") })
  }
}

internal import AppleArchives
internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

extension SourceKind {
  /// Folders of web pages, and single ones.
  static let html = SourceKind(
    name: "html", title: "HTML files", suffixes: ["html", "htm", "xhtml"], parts: ["html"],
    hasOwnFolder: false,
    recognizes: { tree in
      if tree.form == .file { return HTMLSource.suffixes.contains(tree.name.suffixName) ? .possible : nil }
      let content = tree.files.filter { !$0.isClutter }
      let pages = content.count { HTMLSource.suffixes.contains($0.path.suffixName) }
      // Pictures and other media belong to pages.
      let strange = content.count { file in
        let type = MediaType.forFileExtension(file.path.suffixName)
        return !HTMLSource.suffixes.contains(file.path.suffixName) && !(type?.isMedia ?? false)
          && !["css", "js"].contains(file.path.suffixName)
      }
      return pages > 0 && (tree.form == .folder || pages >= strange) ? .possible : nil
    },
    open: { tree, _ in HTMLSource(tree) })
}

extension SourceKind {
  /// Pages that browsers and Office save in one file.
  static let mhtml = SourceKind(
    name: "mhtml", title: "Saved web pages (MHTML)", suffixes: MHTMLSource.suffixes, parts: ["mhtml"],
    hasOwnFolder: false,
    recognizes: { tree in
      PageFolder.recognizes(tree, MHTMLSource.suffixes, isSure: MHTMLSource.isSavedPage, MHTMLSource.isPage)
    },
    open: { tree, _ in
      PageFolder(tree, suffixes: MHTMLSource.suffixes) {
        MHTMLSource.isPage($0)
      } read: {
        MHTMLSource.note($0, $1, $2)
      }
    })
}

extension SourceKind {
  /// Pages that Safari saves in one file.
  static let webarchive = SourceKind(
    name: "webarchive", title: "Saved web pages of Safari (.webarchive)", suffixes: WebArchiveSource.suffixes,
    parts: ["webarchive"], hasOwnFolder: false,
    recognizes: { tree in
      PageFolder.recognizes(
        tree, WebArchiveSource.suffixes, isSure: WebArchiveSource.isArchive, WebArchiveSource.isArchive)
    },
    open: { tree, _ in
      PageFolder(tree, suffixes: WebArchiveSource.suffixes) {
        WebArchiveSource.isArchive($0)
      } read: {
        bytes, stem, context throws(SlipError) in
        try WebArchiveSource.note(bytes, stem, context)
      }
    })
}

internal import SlipDocument
internal import SlipOffice

/// Options for documents of word processors.
extension WriteOptions {
  /// The options of a Word document.
  var forWord: DOCXWriter.Options {
    var options = DOCXWriter.Options()
    options.hasContents = page.hasContents
    options.title = title
    options.language = language
    let policy = LinkPolicy(self)
    options.link = { policy.live($0) }
    return options
  }
}

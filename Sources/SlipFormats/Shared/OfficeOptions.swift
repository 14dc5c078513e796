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
    options.template = officeTemplate
    let policy = LinkPolicy(self)
    options.link = { policy.live($0) }
    return options
  }

  /// The options of an OpenDocument text.
  ///
  /// - Parameter isFlat: Whether all is one XML file.
  func forOpenDocument(isFlat: Bool = false) -> ODTWriter.Options {
    var options = ODTWriter.Options()
    options.hasContents = page.hasContents
    options.isFlat = isFlat
    options.title = title
    options.language = language
    options.template = officeTemplate
    let policy = LinkPolicy(self)
    options.link = { policy.live($0) }
    return options
  }
}

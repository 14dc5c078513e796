internal import SlipDocument
internal import SlipOffice

/// Options for documents of word processors.
extension WriteOptions {
  /// The options of a document of a word processor.
  var forOffice: OfficeOptions {
    var options = OfficeOptions()
    options.hasContents = page.hasContents
    options.blocksBeforeContents = blocksBeforeContents
    options.title = title
    options.language = language
    options.template = officeTemplate
    let policy = LinkPolicy(self)
    // These formats take URIs only.
    options.link = { target in policy.live(target).flatMap { LinkPolicy.isSchemeAlone($0) ? nil : $0 } }
    return options
  }
}

internal import SlipRTF
internal import SlipBase
internal import SlipFormats

extension LinkTarget {
  /// What a body points to: its hyperlinks, then the `[[titles]]` of its text; each once.
  public static func targets(body: UnsafeRawBufferPointer, mirror: UnsafeRawBufferPointer) -> [LinkTarget] {
    var targets = RTFHyperlinks.targets(in: body).compactMap(LinkTarget.init(hyperlink:))
    targets += WikiLinks.titles(in: mirror).map(LinkTarget.title)
    targets.removeRepetitions()
    return targets
  }
}

/// The scripts and the style sheet of a site, which are the same for all sites.
enum SiteWeb {
  /// The files, by path.
  static let files: [(path: String, bytes: [UInt8])] = [
    ("x/site.js", dense(PackageResources.site_js)), ("x/box.js", dense(PackageResources.box_js)),
    ("x/find.js", dense(PackageResources.find_js)), ("x/site.css", dense(PackageResources.site_css)),
  ]

  /// A script or style sheet without indents and without lines that are comments.
  ///
  /// Comments stand on lines of their own, and no string or template goes over several lines.
  static func dense(_ source: [UInt8]) -> [UInt8] {
    var (bytes, isInComment) = ([UInt8](), false)
    bytes.reserveCapacity(source.count)
    for line in source.split(separator: 0x0A) {
      let line = line.drop { $0 == 0x20 }
      if line.starts(with: "/*".utf8) { isInComment = true }
      let isComment = isInComment || line.starts(with: "//".utf8)
      if isInComment, line.suffix(2).elementsEqual("*/".utf8) { isInComment = false }
      if isComment || line.isEmpty { continue }
      bytes += line
      bytes.append(0x0A)
    }
    return bytes
  }
}

/// The scripts and the style sheets of sites, which are the same for all of them.
enum SiteWeb {
  /// The files of a site, by path.
  static let files: [(path: String, bytes: [UInt8])] = [
    ("x/site.js", dense(PackageResources.fold_js) + dense(PackageResources.site_js)),
    ("x/box.js", dense(PackageResources.box_js)), ("x/find.js", dense(PackageResources.find_js)),
    ("x/site.css", dense(PackageResources.site_css)),
  ]

  /// The script of a site in one file, with the tables that it needs.
  static let scriptOfOneFile =
    dense(PackageResources.fold_js) + Array("const slipTable = ".utf8) + SiteTables.object()
    + Array(";\n".utf8)
    + dense(PackageResources.one_js)

  /// The style sheet of a site in one file.
  static let stylesOfOneFile = dense(PackageResources.site_css) + dense(PackageResources.one_css)

  /// A script or style sheet without indents and without lines that are comments.
  ///
  /// Comments stand on lines of their own, and no string or template goes over several lines.
  static func dense(_ source: [UInt8]) -> [UInt8] {
    var (bytes, isInComment) = ([UInt8](), false)
    bytes.reserveCapacity(source.count)
    for line in source.split(separator: 0x0A) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      if line.starts(with: "/*".utf8) { isInComment = true }
      let isComment = isInComment || line.starts(with: "//".utf8)
      if isInComment, line.suffix(2).elementsEqual("*/".utf8) { isInComment = false }
      if isComment || line.isEmpty { continue }
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

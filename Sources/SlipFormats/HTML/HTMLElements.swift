/// What the reader makes of elements; one row an element, unknown ones are transparent.
enum HTMLElements {
  enum Role: Equatable {
    /// Has no content and no meaning here.
    case void
    case lineBreak, rule, image, input
    case inline, block
    case paragraph, heading(Int), preformatted, quotation
    case list(isOrdered: Bool), item, term, definition
    case table, rowGroup, row, cell
    case caption
    case title
    case page
    /// Left out with all that is in it.
    case skipped
  }

  private static let rows: [(Role, String)] = [
    (.void, "area base col embed link meta param source track wbr basefont bgsound frame keygen"),
    (.lineBreak, "br"), (.rule, "hr"), (.image, "img image"), (.input, "input"),
    (
      .inline,
      """
      a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb ruby s samp small \
      span strike strong sub sup time tt u var
      """
    ),
    (
      .block,
      """
      address article aside center colgroup details dialog dir div dl fieldset figcaption figure footer form \
      frameset header hgroup legend main menu nav optgroup option search section summary
      """
    ),
    (.page, "html body head"),
    (.paragraph, "p"),
    (.heading(1), "h1"), (.heading(2), "h2"), (.heading(3), "h3"), (.heading(4), "h4"), (.heading(5), "h5"),
    (.heading(6), "h6"),
    (.preformatted, "pre listing xmp plaintext"), (.quotation, "blockquote"),
    (.list(isOrdered: false), "ul"), (.list(isOrdered: true), "ol"), (.item, "li"),
    (.term, "dt"), (.definition, "dd"),
    (.table, "table"), (.rowGroup, "thead tbody tfoot"), (.row, "tr"), (.cell, "td th"),
    (.caption, "caption"),
    (.title, "title"),
    (
      .skipped,
      "script style template svg iframe noembed noframes object applet audio video canvas select rp rt math"
    ),
  ]

  private static let roles: [String: Role] = {
    var roles: [String: Role] = [:]
    for (role, names) in rows { for name in names.split(separator: " ") { roles[String(name)] = role } }
    return roles
  }()

  static func role(_ name: String) -> Role { roles[name] ?? .inline }

  /// Formatting elements outlive the block that they were opened in (WHATWG HTML, 13.2.4.3).
  static func isFormatting(_ name: String) -> Bool {
    switch name {
    case "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u": true
    default: false
    }
  }

  /// Content that isn't markup.
  static func isRawText(_ name: String) -> Bool {
    switch name {
    case "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes": true
    default: false
    }
  }

  static func keepsRawText(_ name: String) -> Bool { name == "title" || name == "textarea" || name == "xmp" }
}

/// What the reader makes of HTML's elements, as a table. Unknown elements are
/// transparent: their content is read as if they weren't there.
enum HTMLElements {
  /// What an element is to the reader.
  enum Role: Equatable {
    /// Has no content, and no meaning here except that `<meta>` states facts.
    case void
    /// `<br>`
    case lineBreak
    /// `<hr>`, which is a thematic break or, by its class, a page break.
    case rule
    /// `<img>`
    case image
    /// `<embed>` and `<frame>`, which have no content and lead to a file.
    case embeddedVoid
    /// `<video>`, `<object>` and the like: a file that is shown, with content for browsers that can't.
    case embedded
    /// `<svg>`: a drawing.
    case drawing
    /// `<math>`: a formula.
    case formula
    /// `<input>`, of which check boxes are shown.
    case input
    /// Stands in a paragraph, such as `<em>`. Unknown elements do as well.
    case inline
    /// Ends the paragraph before it, such as `<div>`.
    case block
    /// `<p>`
    case paragraph
    /// `<h1>` to `<h6>`, with their level.
    case heading(Int)
    /// `<pre>` and its old relatives: a block of code.
    case preformatted
    /// `<blockquote>`
    case quotation
    /// `<ul>`, `<ol>`, and the old `<menu>` and `<dir>`
    case list(isOrdered: Bool)
    /// `<li>`
    case item
    /// `<dt>`
    case term
    /// `<dd>`
    case definition
    /// `<table>`
    case table
    /// `<thead>`, `<tbody>` and `<tfoot>`
    case rowGroup
    /// `<tr>`
    case row
    /// `<td>` and `<th>`
    case cell
    /// The caption of a table, which becomes a paragraph before it.
    case caption
    /// The title of the page.
    case title
    /// `<html>`, `<head>` and `<body>`
    case page
    /// Left out with everything in it, such as scripts and embedded programs.
    case skipped
  }

  /// Roles with the names of their elements. To support another element, add it here and
  /// handle its role in `HTMLPageReader.start(_:)` and `end(_:)`.
  private static let rows: [(Role, String)] = [
    (.void, "area base col link meta param source track wbr basefont bgsound keygen"),
    (.embeddedVoid, "embed frame"), (.embedded, "iframe object applet audio video canvas"),
    (.drawing, "svg"), (.formula, "math"),
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
      frameset header hgroup legend main nav optgroup option search section summary
      """
    ),
    (.page, "html body head"),
    (.paragraph, "p"),
    (.heading(1), "h1"), (.heading(2), "h2"), (.heading(3), "h3"), (.heading(4), "h4"), (.heading(5), "h5"),
    (.heading(6), "h6"),
    (.preformatted, "pre listing xmp plaintext"), (.quotation, "blockquote"),
    (.list(isOrdered: false), "ul menu dir"), (.list(isOrdered: true), "ol"), (.item, "li"),
    (.term, "dt"), (.definition, "dd"),
    (.table, "table"), (.rowGroup, "thead tbody tfoot"), (.row, "tr"), (.cell, "td th"),
    (.caption, "caption"),
    (.title, "title"),
    (
      .skipped,
      "script style template noscript noembed noframes select datalist"
    ),
  ]

  /// Roles by element name.
  private static let roles: [String: Role] = {
    var roles: [String: Role] = [:]
    for (role, names) in rows { for name in names.split(separator: " ") { roles[String(name)] = role } }
    return roles
  }()

  /// The role of an element, whose name is in lower case.
  static func role(_ name: String) -> Role {
    roles[name] ?? (name.contains(":") && HTMLMath.isFormula(name) ? .formula : .inline)
  }

  /// Elements that have no role, but that pages have.
  private static let others: Set<String> = [
    "picture", "map", "button", "textarea", "output", "progress", "meter", "rp", "rtc", "slot", "marquee",
    "blink", "optgroup", "option", "acronym", "spacer", "center", "nextid", "isindex", "multicol", "portal",
    "hgroup", "search", "noscript", "math", "svg",
  ]

  /// Whether pages have an element of this name, which is in lower case. Names of other vocabularies, such as `o:p`, count.
  static func isElement(_ name: String) -> Bool {
    roles[name] != nil || others.contains(name) || name.contains(":")
  }

  /// Whether the element goes on behind the end of the block in which it was opened
  /// (WHATWG HTML, 13.2.4.3 "The list of active formatting elements").
  static func isFormatting(_ name: String) -> Bool {
    switch name {
    case "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u": true
    default: false
    }
  }

  /// Whether the element's content isn't markup: everything up to its end tag is text.
  static func isRawText(_ name: String) -> Bool {
    switch name {
    case "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes": true
    default: false
    }
  }

  /// Whether such content is shown, or is the page's title. All other raw text is left
  /// out.
  static func keepsRawText(_ name: String) -> Bool { name == "title" || name == "textarea" || name == "xmp" }
}

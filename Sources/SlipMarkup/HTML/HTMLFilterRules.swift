internal import SlipDocument

/// Lists of what may stay of a foreign page.
enum HTMLFilterRules {
  /// A set of names that are separated by spaces.
  private static func set(_ names: String) -> Set<String> {
    Set(names.split(separator: " ").map(String.init))
  }

  /// Elements whose tags may stay: those of text, links, pictures, lists and tables, and
  /// `<style>`, whose content `CSSFilter` reads.
  private static let elements = set(
    """
    html head body title style a abbr acronym address article aside b bdi bdo big blockquote br caption center cite \
    code col colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr \
    i img ins kbd li main mark menu nav nobr ol p pre q rb rp rt ruby s samp section small span strike strong sub \
    summary sup table tbody td tfoot th thead time tr tt u ul var wbr
    """)

  /// Those of them that have no content and no end tag.
  private static let void = set("br col hr img wbr")

  /// Attributes that may stay on any element. None of them is an address or a program, or
  /// a name that scripts of a surrounding page could trip over.
  private static let attributes = set(
    """
    align alink alt bgcolor border bordercolor cellpadding cellspacing char charoff class clear color cols colspan \
    compact datetime dir face frame headers height hspace id lang link name noshade nowrap reversed rows rowspan \
    rules scope size span start text title type valign value vlink vspace width
    """)

  /// Elements that run, load or ask for something. They are left out like unknown ones,
  /// but reported.
  private static let activeElements = set(
    """
    script iframe frame frameset object embed applet form input button textarea select svg math audio video canvas \
    base link
    """)

  /// The element's name in the written page, or nil if its tags are left out. Old
  /// elements whose content a tokenizer would read in another way get modern names:
  /// `<xmp>` becomes `<pre>`.
  static func element(_ name: String) -> String? {
    switch name {
    case "image": "img"
    case "listing", "xmp", "plaintext": "pre"
    default: elements.contains(name) ? name : nil
    }
  }

  /// Whether the element has no content.
  static func isVoid(_ name: String) -> Bool { void.contains(name) }

  /// Whether the attribute may stay.
  static func isAttribute(_ name: String) -> Bool { attributes.contains(name) }

  /// Whether the element runs, loads or asks for something. A `<meta>` that refreshes the
  /// page does.
  static func isActive(_ tag: HTMLTag) -> Bool {
    activeElements.contains(tag.name)
      || tag.name == "meta" && tag["http-equiv"]?.trimmingSpaces().lowercased() == "refresh"
  }

  /// Whether a picture is part of the mail or page, or lies beside it, so that nobody
  /// learns that it is looked at. Of `data:` URLs only raster images count.
  static func isOwnPicture(_ address: String) -> Bool {
    switch LinkPolicy.scheme(of: address) {
    case "cid", "mid": return true
    case "data":
      let lower = address.lowercased()
      return ["png", "jpeg", "gif", "bmp", "webp"].contains { lower.hasPrefix("data:image/\($0);base64,") }
    default: return LinkPolicy.isRelativePath(address)
    }
  }
}

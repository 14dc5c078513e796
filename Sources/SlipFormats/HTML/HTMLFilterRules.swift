internal import SlipDocument

/// What of a page from elsewhere may go out again.
enum HTMLFilterRules {
  private static func set(_ names: String) -> Set<String> {
    Set(names.split(separator: " ").map(String.init))
  }

  private static let elements = set(
    """
    html head body title style a abbr acronym address article aside b bdi bdo big blockquote br caption center cite \
    code col colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr \
    i img ins kbd li main mark menu nav nobr ol p pre q rb rp rt ruby s samp section small span strike strong sub \
    summary sup table tbody td tfoot th thead time tr tt u ul var wbr
    """)

  private static let void = set("br col hr img wbr")

  /// None of them is an address, a program, or a name that scripts of a page around would trip over.
  private static let attributes = set(
    """
    align alink alt bgcolor border bordercolor cellpadding cellspacing char charoff class clear color cols colspan \
    compact datetime dir face frame headers height hspace id lang link name noshade nowrap reversed rows rowspan \
    rules scope size span start text title type valign value vlink vspace width
    """)

  private static let activeElements = set(
    """
    script iframe frame frameset object embed applet form input button textarea select svg math audio video canvas \
    base link
    """)

  /// The element that stands for it; nil when its tags go.
  static func element(_ name: String) -> String? {
    switch name {
    case "image": "img"
    case "listing", "xmp", "plaintext": "pre"
    default: elements.contains(name) ? name : nil
    }
  }

  static func isVoid(_ name: String) -> Bool { void.contains(name) }

  static func isAttribute(_ name: String) -> Bool { attributes.contains(name) }

  /// Runs, loads or asks for something.
  static func isActive(_ tag: HTMLTag) -> Bool {
    activeElements.contains(tag.name)
      || tag.name == "meta" && tag["http-equiv"]?.trimmingSpaces().lowercased() == "refresh"
  }

  /// Lies in the mail, in the page itself or beside it: nobody learns that it is looked at.
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

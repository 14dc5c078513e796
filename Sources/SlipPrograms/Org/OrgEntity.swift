internal import SlipFormats
internal import SlipBase

/// Characters by their names in Org (`org-entities`). Any other word behind a backslash is text, such as `C:\\top`.
enum OrgEntity {
  /// Names that HTML has, too, with the same character.
  private static let shared = Set(
    """
    Agrave agrave Aacute aacute Acirc acirc Atilde atilde Auml auml Aring aring AElig aelig Ccedil ccedil Egrave egrave
    Eacute eacute Ecirc ecirc Euml euml Igrave igrave Iacute iacute Icirc icirc Iuml iuml Ntilde ntilde Ograve ograve
    Oacute oacute Ocirc ocirc Otilde otilde Ouml ouml Oslash oslash OElig oelig Scaron scaron szlig Ugrave ugrave Uacute
    uacute Ucirc ucirc Uuml uuml Yacute yacute yuml Yuml fnof real image weierp Alpha alpha Beta beta Gamma gamma Delta
    delta Epsilon epsilon Zeta zeta Eta eta Theta theta thetasym Iota iota Kappa kappa Lambda lambda Mu mu nu Nu Xi xi
    Omicron omicron Pi pi Rho rho Sigma sigma sigmaf Tau tau Upsilon upsih upsilon Phi phi Chi chi Psi psi Omega omega
    piv alefsym ETH eth THORN thorn hellip middot iexcl iquest shy ndash mdash quot acute ldquo rdquo bdquo lsquo rsquo
    sbquo laquo raquo lsaquo rsaquo circ brvbar sect amp lt gt dagger Dagger nbsp ensp emsp thinsp curren cent pound yen
    euro copy reg trade minus plusmn times frasl divide frac12 frac14 frac34 permil sup1 sup2 sup3 radic sum prod micro
    macr deg prime Prime infin prop not and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe
    forall exist empty isin notin ni nabla ang perp sdot lceil rceil lfloor rfloor larr lArr uarr uArr rarr rArr darr
    dArr harr hArr crarr bull lowast oplus otimes para ordf ordm cedil oline uml zwnj zwj lrm rlm clubs spades hearts
    diams loz part
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Other names, each with what it stands for.
  private static let own: [String: String] = [
    "AA": "Å", "Idot": "İ", "inodot": "ı", "imath": "ı", "jmath": "ȷ", "ell": "ℓ", "varepsilon": "ε",
    "vartheta": "ϑ",
    "varsigma": "ς", "varphi": "ϕ", "varpi": "ϖ", "acutex": "´", "partial": "∂", "aleph": "ℵ", "gimel": "ℷ",
    "beth": "ב",
    "dalet": "ד", "dots": "…", "cdots": "⋯", "hdots": "…", "vert": "|", "vbar": "|", "S": "§", "tilde": "~",
    "slash": "/",
    "plus": "+", "under": "_", "equal": "=", "asciicirc": "^", "dag": "†", "ddag": "‡", "EUR": "€",
    "EURdig": "€",
    "EURhv": "€", "EURcr": "€", "EURtm": "€", "dollar": "$", "USD": "$", "pm": "±", "colon": ":", "div": "÷",
    "infty": "∞",
    "propto": "∝", "proptp": "∝", "neg": "¬", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "smile": "⌣",
    "frown": "⌢", "therefore": "∴", "because": "∵", "simeq": "≃", "approx": "≈", "neq": "≠", "triangleq": "≜",
    "leq": "≤",
    "lessgtr": "≶", "lesseqgtr": "⋚", "ll": "≪", "Ll": "⋘", "lll": "⋘", "geq": "≥", "gtrless": "≷",
    "gtreqless": "⋛",
    "gg": "≫", "Gg": "⋙", "ggg": "⋙", "prec": "≺", "preceq": "≼", "preccurlyeq": "≼", "succ": "≻",
    "succeq": "≽",
    "succcurlyeq": "≽", "subset": "⊂", "supset": "⊃", "nsup": "⊅", "setminus": "⧵", "exists": "∃",
    "nexist": "∄",
    "nexists": "∄", "emptyset": "∅", "in": "∈", "angle": "∠", "parallel": "∥", "cdot": "⋅", "lang": "⟨",
    "langle": "⟨",
    "rang": "⟩", "rangle": "⟩", "hbar": "ℏ", "mho": "℧", "leftarrow": "←", "gets": "←", "Leftarrow": "⇐",
    "uparrow": "↑",
    "Uparrow": "⇑", "to": "→", "rightarrow": "→", "Rightarrow": "⇒", "downarrow": "↓", "Downarrow": "⇓",
    "leftrightarrow": "↔", "Leftrightarrow": "⇔", "hookleftarrow": "↵", "bullet": "•", "star": "*",
    "ast": "*",
    "odot": "⊙", "check": "✓", "checkmark": "✓", "smiley": "☺", "blacksmile": "☻", "sad": "☹", "frowny": "☹",
    "clubsuit": "♣", "spadesuit": "♠", "heartsuit": "♥", "diamondsuit": "◆", "diamond": "⋄", "Diamond": "⋄",
    "backslash": "\\", "bigcirc": "◯", "liminf": "lim inf", "limsup": "lim sup",
  ]

  /// Functions, whose names stand for themselves.
  private static let functions: Set = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "det", "dim", "exp", "gcd",
    "hom", "inf",
    "ker", "lg", "lim", "ln", "log", "max", "min", "Pr", "sec", "sin", "sinh", "tan", "tanh",
  ]

  /// The character of a name; nil for others.
  static func character(_ name: String) -> String? {
    if let character = own[name] { return character }
    if functions.contains(name) { return name }
    guard shared.contains(name) else { return nil }
    let page = Array("<!DOCTYPE html><meta charset=utf-8><p>x&\(name);x".utf8)
    let text = page.withUnsafeBytes {
      HTMLReader.read($0, limits: Limits(), pictures: .program).document.line
    }
    return String(text.dropFirst().dropLast())
  }
}

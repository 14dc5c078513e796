/// How `TreeDump` writes values. A fact that is nil is a default and isn't written.
extension TreeDump {
  /// `name="value"`, or nil.
  func fact(_ name: String, _ value: String?) -> String? {
    value.map { "\(name)=\(TreeDump.quoted($0))" }
  }

  /// `name=5`, or nil.
  func fact(_ name: String, _ value: Int?) -> String? {
    value.map { "\(name)=\($0)" }
  }

  /// The name alone where the flag is set, or nil.
  func flag(_ name: String, _ isSet: Bool) -> String? {
    isSet ? name : nil
  }

  /// The attributes of a run that differ from plain text.
  static func facts(of style: CharacterStyle) -> [String?] {
    [
      style.isBold ? "bold" : nil, style.isItalic ? "italic" : nil,
      style.underline.map { "underline=" + $0.rawValue }, style.isStruck ? "struck" : nil,
      style.position?.rawValue, style.capitals.map { "capitals=" + $0.rawValue },
      style.isHidden ? "hidden" : nil, style.size.map { "size=\($0)" },
      style.letterSpacing == 0 ? nil : "spacing=\(style.letterSpacing)",
      style.scale == 100 ? nil : "scale=\(style.scale)",
      style.font.map { "font=" + quoted($0) }, style.color.map { "color=" + hex($0) },
      style.background.map { "background=" + hex($0) }, style.language.map { "language=" + $0 },
      style.name.map { "style=" + quoted($0) }, style.link.map { "link=" + quoted($0.target) },
      style.link?.tip.map { "tip=" + quoted($0) }, style.revision.map(revision),
      style.field.map { "field=" + quoted($0) },
    ]
  }

  /// The attributes of a paragraph that differ from an ordinary one.
  static func facts(of style: ParagraphStyle) -> [String?] {
    func length(_ name: String, _ value: Int) -> String? { value == 0 ? nil : "\(name)=\(value)" }
    let tabs = style.tabStops.map { "\($0.kind.rawValue)@\($0.position)" }.joined(separator: ",")
    return [
      style.headingLevel.map { "heading=\($0)" }, style.name.map { "style=" + quoted($0) },
      style.alignment == .left ? nil : "align=" + style.alignment.rawValue,
      length("left", style.leftIndent), length("right", style.rightIndent),
      length("first", style.firstLineIndent), length("before", style.spaceBefore),
      length("after", style.spaceAfter), style.lineSpacing.map(spacing),
      style.isRightToLeft ? "rightToLeft" : nil, style.shading.map { "shading=" + hex($0) },
      style.tabStops.isEmpty ? nil : "tabs=" + tabs, style.keepsWithNext ? "keepsWithNext" : nil,
      style.startsPage ? "startsPage" : nil, style.borders.map(borders),
    ]
  }

  /// The sides that have a line, such as `borders=top:single:15:0`: style, width, space and colour.
  static func borders(_ borders: Borders) -> String {
    let sides = [
      ("top", borders.top), ("left", borders.left), ("bottom", borders.bottom), ("right", borders.right),
    ]
    let lines = sides.compactMap { name, line in
      line.map {
        "\(name):\($0.style.rawValue):\($0.width):\($0.space)" + ($0.color.map { ":" + hex($0) } ?? "")
      }
    }
    return "borders=" + lines.joined(separator: ",")
  }

  /// The numbering of notes, such as `footnotes=lowerRoman:1`; nil for the default.
  static func numbering(_ name: String, _ numbering: NoteNumbering) -> String? {
    numbering == NoteNumbering() ? nil : "\(name)=\(numbering.style.rawValue):\(numbering.start)"
  }

  /// The page, such as `page=11906x16838:1440:1800:1440:1800`: its size, then the margins at the top, left, bottom and right.
  static func page(_ page: PageSetup) -> String {
    "page=\(page.width)x\(page.height)"
      + [page.top, page.left, page.bottom, page.right].map { ":\($0)" }.joined()
  }

  /// The line spacing, such as `lines=multiple:360`.
  private static func spacing(_ spacing: ParagraphStyle.LineSpacing) -> String {
    switch spacing {
    case .multiple(let value): "lines=multiple:\(value)"
    case .atLeast(let value): "lines=atLeast:\(value)"
    case .exactly(let value): "lines=exactly:\(value)"
    }
  }

  /// A tracked change, such as `insertion="Ann"@2024-05-06T07:08:00`.
  static func revision(_ revision: Revision) -> String {
    var text = revision.kind.rawValue
    if let author = revision.author { text += "=" + quoted(author) }
    if let date = revision.date { text += "@" + self.date(date) }
    if revision.isMove { text += " moved" }
    if let insertion = revision.insertion {
      text +=
        " of-" + self.revision(Revision(kind: .insertion, author: insertion.author, date: insertion.date))
    }
    return text
  }

  /// A date in the form of ISO 8601 without a zone.
  package static func date(_ date: CalendarDate) -> String {
    func pad(_ value: Int) -> String { value < 10 && value >= 0 ? "0\(value)" : "\(value)" }
    return "\(date.year)-\(pad(date.month))-\(pad(date.day))T\(pad(date.hour)):\(pad(date.minute))"
      + ":\(pad(date.second))"
  }

  /// A colour as `#rrggbb`.
  static func hex(_ color: DocumentColor) -> String {
    "#"
      + [color.red, color.green, color.blue].map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }.joined()
  }

  /// The text in quotes. Quotes, backslashes and invisible code points are escaped, so that a dump
  /// shows every difference.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      default:
        if isVisible(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        }
      }
    }
    return result + "\""
  }

  /// Whether a code point is visible by itself: no control, no combining mark, no space other than
  /// U+0020.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .nonspacingMark,
      .enclosingMark, .spacingMark:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }

  /// The FNV-1a hash of 64 bits in hexadecimal: enough to see that bytes differ.
  static func checksum(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

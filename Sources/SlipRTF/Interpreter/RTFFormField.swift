internal import RTFSyntax
internal import SlipCore

/// What a form field shows without a result: the state of a check box, or the entry chosen from a list (RTF 1.9.1, "Form
/// Fields").
///
/// ```
/// {\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffl red}{\*\ffl green}}}}{\fldrslt }}
/// ```
struct RTFFormField {
  /// `\ffresN`: the state or the chosen entry; nil where the field has none of its own.
  private(set) var result: Int?
  /// `\ffdefresN`: the state or entry at first.
  private(set) var standard: Int?
  /// Where the entries of the list stand in the file.
  private(set) var entries: [Range<Int>] = []

  /// The most entries; Word has 25.
  private static let mostEntries = 64
  /// The result of a field that has none of its own.
  private static let undefined = 25

  /// A field that says nothing.
  init() {}

  /// Reads a `\formfield` up to the brace that closes its group.
  init(_ tokenizer: Tokenizer) {
    var tokenizer = tokenizer
    var depth = 0
    /// Where the group began that may be an entry, and whether it is one.
    var entry: (depth: Int, start: Int)?
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd:
        if let open = entry, open.depth == depth {
          if entries.count < RTFFormField.mostEntries { entries.append(open.start..<token.offset) }
          entry = nil
        }
        depth -= 1
        if depth < 0 { return }
      case .controlWord where entry == nil:
        switch "\(ControlWordTable.rows[Int(token.word)].name)" {
        case "ffres": result = Int(token.parameter)
        case "ffdefres": standard = Int(token.parameter)
        case "ffl": entry = (depth, token.end)
        default: break
        }
      default: break
      }
    }
  }

  /// The state or the number of the chosen entry.
  var choice: Int { (result == RTFFormField.undefined ? nil : result) ?? standard ?? 0 }

  /// The sign of a check box in this state.
  var checkBox: String { choice == 1 ? "\u{2612}" : "\u{2610}" }
}

extension RTFInterpreter {
  /// Notes what a form field shows, and skips the rest of it.
  mutating func beginFormField(_ effect: ControlEffect) {
    recordSubject(effect, tokenizer.position)
    if let last = fields.frames.indices.last, isFieldHere {
      fields.frames[last].form = RTFFormField(tokenizer)
    }
    skipGroup()
  }

  /// What a form field without a visible result shows; nil for other fields.
  func formText(_ field: RTFField, _ form: RTFFormField?) -> String? {
    switch field.name {
    case "FORMCHECKBOX": return (form ?? RTFFormField()).checkBox
    case "FORMDROPDOWN":
      guard let form, form.entries.indices.contains(form.choice) else { return nil }
      let page = fontTable.pages[Int(group.page)].number
      var text = Array("{\\rtf1\\ansi\\ansicpg\(page) ".utf8)
      text += bytes[form.entries[form.choice]]
      text.append(UInt8(ascii: "}"))
      var ignored = DiagnosticSink()
      let plain = text.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &ignored) }
      return String(decoding: plain, as: UTF8.self)
    default: return nil
    }
  }
}

internal import RTFSyntax
internal import SlipDocument
internal import SlipRTF

/// Fields (ECMA-376-1, 17.16): an instruction and the result that a program has stored for it.
extension WordStory {
  /// Fields that would run a program or load a file.
  private static let active: Set<String> = [
    "DDE", "DDEAUTO", "INCLUDETEXT", "INCLUDEPICTURE", "INCLUDE", "IMPORT", "LINK", "DATABASE",
  ]
  /// Fields whose instruction says nothing of their result, or only to other programs.
  private static let unheld: Set<String> = [
    "", "ADDIN", "HYPERLINK", "FORMTEXT", "FORMCHECKBOX", "FORMDROPDOWN",
  ]
  /// The most fields within each other.
  private static let mostFields = 512

  /// Handles one of a field's three characters.
  func fieldCharacter(_ node: OfficeNode) {
    switch node["fldCharType"]?.lowercased() {
    case "begin":
      guard fields.count < WordStory.mostFields else { return }
      var field = Field()
      field.form = node.child("ffData")
      fields.append(field)
    case "separate":
      guard let last = fields.indices.last, last >= level.fieldBase, !fields[last].isSimple else { return }
      beginResult(last)
    case "end":
      guard let last = fields.last, fields.count > level.fieldBase, !last.isSimple else { return }
      endField()
    default: break
    }
    currentStyle = nil
  }

  /// Adds a piece of an instruction.
  func instruction(_ text: String) {
    guard let last = fields.lastIndex(where: { !$0.isResult }), last >= level.fieldBase,
      fields[last].instruction.count < 65_536
    else { return }
    fields[last].instruction += text.utf8
  }

  /// Begins a field that one element holds.
  func beginSimpleField(_ node: OfficeNode) {
    var field = Field()
    field.instruction = Array((node["instr"] ?? "").utf8)
    field.isSimple = true
    fields.append(field)
    beginResult(fields.count - 1)
    currentStyle = nil
  }

  /// Ends a field that one element holds, and those in it that weren't ended.
  func endSimpleField() {
    while fields.count > level.fieldBase, let last = fields.last {
      endField()
      if last.isSimple { break }
    }
  }

  /// Begins the result of a field: from here on its text counts.
  private func beginResult(_ index: Int) {
    guard !fields[index].isResult else { return }
    fields[index].isResult = true
    let field = RTFField(parsing: fields[index].instruction, most: 64)
    if WordStory.active.contains(field.name) {
      reading.findings.note(.activeField, in: part.name)
    } else if let target = field.linkTarget {
      fields[index].link = Hyperlink(target: target, tip: field.linkTip)
    } else {
      if field.arguments.contains(where: { $0.isSwitch && $0.text.lowercased() == "h" }),
        let name = field.bookmark,
        !fields[..<index].contains(where: { $0.link != nil })
      {
        fields[index].link = Hyperlink(target: "#" + name)
      }
      if !WordStory.unheld.contains(field.name) { fields[index].held = field.instruction }
    }
  }

  /// Ends the innermost field. Without a result, its instruction may say what it shows.
  func endField() {
    guard var field = fields.popLast() else { return }
    currentStyle = nil
    guard !field.hasResult else { return }
    if !field.isResult { field.isResult = true }
    let parsed = RTFField(parsing: field.instruction, most: 64)
    switch parsed.name {
    case "FORMCHECKBOX":
      let box = field.form?.child("checkBox")
      let isChecked = WordValue.flag("checked", in: box) ?? WordValue.flag("default", in: box) ?? false
      append(isChecked ? "\u{2612}" : "\u{2610}")
    case "FORMDROPDOWN":
      let list = field.form?.child("ddList")
      let entries = list?.children.filter { $0.name == "listEntry" } ?? []
      let choice = WordValue.number(list?.child("result")?.value ?? list?.child("default")?.value) ?? 0
      if entries.indices.contains(choice) { append(entries[choice].value ?? "") }
    case "MACROBUTTON", "GOTOBUTTON":
      if let text = parsed.buttonText { append(String(text)) }
    case "SYMBOL":
      if let sign = symbol(parsed) { append(sign) }
    case "EQ":
      guard let equation = EquationField(instruction: parsed.instruction) else { break }
      field.held = parsed.instruction
      fields.append(field)
      currentStyle = nil
      append(equation.text)
      fields.removeLast()
      currentStyle = nil
    default: break
    }
  }

  /// The character of a SYMBOL field: a number, and the font after `\f`.
  private func symbol(_ field: RTFField) -> String? {
    guard let text = field.arguments.first, !text.isSwitch else { return nil }
    let number =
      text.text.lowercased().hasPrefix("0x") ? Int(text.text.dropFirst(2), radix: 16) : Int(text.text)
    guard let number, (0x20...0x10_FFFF).contains(number) else { return nil }
    var font: String?
    if let place = field.arguments.firstIndex(where: { $0.isSwitch && $0.text.lowercased() == "f" }),
      place + 1 < field.arguments.count
    {
      font = field.arguments[place + 1].text
    }
    let isUnicode = field.arguments.contains { $0.isSwitch && $0.text.lowercased() == "u" }
    if font == nil, !isUnicode, number <= 0xFF {
      return Unicode.Scalar(CodePage.windows1252[UInt8(number)]).map { String(Character($0)) }
    }
    return WordSymbols.character(font: font, code: String(number, radix: 16))
  }
}

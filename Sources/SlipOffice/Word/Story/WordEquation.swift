internal import SlipDocument

/// The instruction of an EQ field that shows what a formula shows (ECMA-376-1, 17.16.5.18 and 22.1): `EQ \f(a,b)` for a
/// fraction. It is what a document has of a formula's form, beside its text.
enum WordEquation {
  /// The deepest elements within each other.
  private static let deepest = 32

  /// The instruction for a formula; nil for one that such a field can't show, and for plain text.
  static func instruction(_ formula: OfficeNode) -> String? {
    guard let code = row(formula, depth: 0) else { return nil }
    let instruction = "EQ " + code
    guard instruction.utf8.count <= 4_096, EquationField(instruction: instruction)?.mathML != nil else {
      return nil
    }
    return instruction
  }

  /// The codes for what stands in an element; nil where one is missing.
  private static func row(_ node: OfficeNode?, depth: Int) -> String? {
    guard let node else { return "" }
    guard depth < deepest else { return nil }
    var line = ""
    for child in node.children {
      guard let code = element(child, depth: depth + 1) else { return nil }
      line += code
    }
    return line
  }

  private static func element(_ node: OfficeNode, depth: Int) -> String? {
    func part(_ name: String) -> String? { row(node.child(name), depth: depth) }
    let properties = node.child(node.name + "Pr")
    func value(_ name: String) -> String? { properties?.child(name)?["m:val"] }
    switch node.name {
    case "m:r": return escaped(node)
    case "m:box", "m:oMath": return node.name == "m:box" ? part("m:e") : row(node, depth: depth)
    case "m:f":
      guard value("m:type") == nil || value("m:type") == "bar", let top = part("m:num"),
        let bottom = part("m:den")
      else { return nil }
      return "\\f(\(top),\(bottom))"
    case "m:sSup", "m:sSub", "m:sSubSup":
      guard isOne(node.child("m:e")), var line = part("m:e"), let below = part("m:sub"),
        let above = part("m:sup")
      else { return nil }
      if node.name != "m:sSup" { line += "\\s\\do8(\(below))" }
      if node.name != "m:sSub" { line += "\\s\\up8(\(above))" }
      return line
    case "m:rad":
      let isHidden = properties?.child("m:degHide").map { WordValue.isOn($0["m:val"]) } ?? false
      guard let degree = isHidden ? "" : part("m:deg"), let radicand = part("m:e") else { return nil }
      return "\\r(\(degree),\(radicand))"
    case "m:nary":
      guard let lower = part("m:sub"), let upper = part("m:sup"), let term = part("m:e") else { return nil }
      let sign = value("m:chr") ?? "∫"
      guard sign.unicodeScalars.count == 1 else { return nil }
      let option = sign == "∑" ? "\\su" : sign == "∏" ? "\\pr" : sign == "∫" ? "" : "\\fc\\\(sign)"
      return "\\i\(option)(\(lower),\(upper),\(term))"
    case "m:d": return delimited(node, properties, depth)
    case "m:func":
      guard let name = part("m:fName"), let operand = part("m:e") else { return nil }
      return name + " " + operand
    case "bookmarkStart", "bookmarkEnd", "proofErr": return ""
    case let name where name.hasSuffix("Pr"): return ""
    default: return nil
    }
  }

  /// Operands between delimiters.
  private static func delimited(_ node: OfficeNode, _ properties: OfficeNode?, _ depth: Int) -> String? {
    func sign(_ name: String, _ usual: String) -> String {
      properties?.child(name).map { $0["m:val"] ?? "" } ?? usual
    }
    let (left, right) = (sign("m:begChr", "("), sign("m:endChr", ")"))
    guard left.unicodeScalars.count == 1, right.unicodeScalars.count == 1 else { return nil }
    var operands: [String] = []
    for child in node.children where child.name == "m:e" {
      guard let operand = row(child, depth: depth) else { return nil }
      operands.append(operand)
    }
    let inner = operands.joined(separator: escaped(sign("m:sepChr", "|")))
    return "\\b\\lc\\\(left)\\rc\\\(right)(\(inner))"
  }

  /// Whether a base is one number, letter or bracket, so that a script belongs to all of it.
  private static func isOne(_ base: OfficeNode?) -> Bool {
    var count = 0
    for child in base?.children ?? .none where !child.name.hasSuffix("Pr") {
      count += 1
      if child.name == "m:r" {
        let text = text(child)
        guard text.unicodeScalars.count == 1 || text.utf8.allSatisfy({ $0.isASCIIDigit }) else {
          return false
        }
      } else if child.name != "m:d" {
        return false
      }
    }
    return count == 1
  }

  // MARK: Text

  private static func text(_ run: OfficeNode) -> String {
    run.children.reduce(into: "") { if $1.name == "m:t" || $1.name == "t" { $0 += $1.text } }
  }

  /// The text of a run; nil for a run with more than text.
  private static func escaped(_ run: OfficeNode) -> String? {
    let isText = run.children.allSatisfy { $0.name == "m:t" || $0.name == "t" || $0.name.hasSuffix("Pr") }
    return isText ? escaped(text(run)) : nil
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { line, character in
      if "\\(),;".contains(character) { line += "\\" }
      line.append(character)
    }
  }
}

/// A formula with an instruction.
struct WordFormula {
  /// The element in the tree.
  var index: Int
  var instruction: String
  /// The look of all its text.
  var state: WordStory.RunState
}

extension WordStory {
  /// Begins a formula whose form an instruction holds. All of it looks like its first run.
  func beginFormula(_ node: OfficeNode) {
    guard formula == nil, !isInInstruction, let instruction = WordEquation.instruction(node) else { return }
    needParagraph()
    flushText()
    if let run = node.descendants.first(where: { $0.name == "m:r" }) { beginRun(run) }
    var state = run
    state.style.edit { $0.field = instruction }
    formula = WordFormula(index: node.index, instruction: instruction, state: state)
    setRun(state)
  }

  /// Ends a formula. Only if its text is what the instruction shows, and is all in one run, the instruction stays.
  func endFormula(_ node: OfficeNode) {
    guard let ended = formula, ended.index == node.index else { return }
    formula = nil
    setRun(RunState())
    flushText()
    guard var inlines = level.paragraph?.inlines else { return }
    var place = inlines.endIndex
    while place > 0, case .run(let run) = inlines[place - 1], run.style.field == ended.instruction {
      place -= 1
    }
    if place == inlines.count - 1, case .run(let run) = inlines[place],
      EquationField(instruction: ended.instruction)?.text == run.text
    {
      return
    }
    for index in place..<inlines.endIndex {
      guard case .run(var run) = inlines[index] else { continue }
      run.style.edit { $0.field = nil }
      inlines[index] = .run(run)
    }
    level.paragraph?.inlines = inlines
  }
}

internal import RTFSyntax
internal import SlipDocument
internal import SlipRTF

/// An element or an operand of a formula that is open.
struct WordMathFrame {
  /// The element in the tree.
  var index: Int
  /// The element with its signs; nil for an operand.
  var element: RTFMathElement?
  /// Whether parentheses enclose the operand.
  var isHeld = false
}

/// Formulas (ECMA-376-1, 22.1), written as a line of text as those of RTF are: `(a+b)/c`, `∑_(i=1)^n a_i`.
extension WordStory {
  /// The parts of formulas by their names.
  private static let parts: [String: MathPart] = [
    "m:f": .fraction, "m:rad": .radical, "m:sSup": .superscript, "m:sSub": .subscript,
    "m:sSubSup": .subSuperscript, "m:sPre": .preScript, "m:nary": .nary, "m:d": .delimiters,
    "m:func": .function,
    "m:limLow": .lower, "m:limUpp": .upper, "m:m": .matrix, "m:mr": .matrixRow, "m:eqArr": .equations,
    "m:acc": .accent, "m:bar": .bar, "m:groupChr": .groupCharacter, "m:phant": .phantom, "m:box": .box,
    "m:borderBox": .box, "m:num": .numerator, "m:den": .denominator, "m:deg": .degree, "m:e": .operand,
    "m:sub": .sub, "m:sup": .sup, "m:lim": .limit, "m:fName": .name,
  ]
  /// The properties of elements by their names.
  private static let properties: [String: MathProperty] = [
    "m:chr": .character, "m:begChr": .begin, "m:endChr": .end, "m:sepChr": .separator, "m:type": .type,
    "m:degHide": .hidesDegree, "m:subHide": .hidesSub, "m:supHide": .hidesSup, "m:show": .isShown,
    "m:pos": .position,
  ]
  /// The most elements within each other.
  private static let mostMath = 512

  /// Begins a part of a formula.
  ///
  /// - Returns: Whether what stands in it is read.
  func beginMath(_ node: OfficeNode) -> Bool {
    let name = node.name
    if name == "m:t" {
      append(node.text)
      return false
    }
    if name.hasSuffix("Pr") { return false }
    if name == "m:oMath" { beginFormula(node) }
    guard let part = WordStory.parts[name], math.count < WordStory.mostMath else { return true }
    if part.isElement {
      if part == .matrixRow, let matrix = innermostElement {
        insert(math[matrix].element?.lead(.operand, .one).text ?? "")
      }
      var element = RTFMathElement(part, depth: 0)
      for child in node.child(name + "Pr")?.children ?? .none {
        guard let property = WordStory.properties[child.name] else { continue }
        element.set(property, child["m:val"] ?? (property == .character ? "" : "1"))
      }
      math.append(WordMathFrame(index: node.index, element: element))
      return true
    }
    return beginOperand(node, part)
  }

  /// The element that an operand which begins belongs to, as an index into `math`.
  private var innermostElement: Int? {
    guard let last = math.indices.last, last >= level.mathBase, math[last].element != nil else { return nil }
    return last
  }

  /// Begins an operand: inserts what stands before it, and a parenthesis if it needs one.
  private func beginOperand(_ node: OfficeNode, _ part: MathPart) -> Bool {
    guard let outer = innermostElement, math[outer].element != nil else { return true }
    if math[outer].element?.hides(part) == true { return false }
    let lead = math[outer].element?.lead(part, WordStory.content(of: node)) ?? (text: "", isHeld: false)
    insert(lead.text)
    math.append(WordMathFrame(index: node.index, element: nil, isHeld: lead.isHeld))
    if lead.isHeld { insert("(") }
    return true
  }

  /// Ends a part of a formula.
  func endMath(_ node: OfficeNode) {
    if node.name == "m:oMath" { return endFormula(node) }
    guard let last = math.last, last.index == node.index, math.count > level.mathBase else { return }
    math.removeLast()
    if let element = last.element { insert(element.end) } else if last.isHeld { insert(")") }
  }

  /// Adds signs as text.
  private func insert(_ text: String) { append(text) }

  /// How many elements of an operand are looked at.
  private static let mostLookedAt = 64

  /// How much stands in an operand. One number, word, sign or pair of delimiters needs no parentheses.
  private static func content(of operand: OfficeNode) -> RTFMathElement.Content {
    var (count, isWord, looked) = (0, true, 0)
    for child in operand.children {
      looked += 1
      guard looked < mostLookedAt else { return .several }
      switch child.name {
      case "m:r":
        for text in child.children where text.name == "m:t" || text.name == "t" {
          for scalar in text.text.unicodeScalars {
            count += 1
            isWord = isWord && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if count > 1, !isWord { return .several }
          }
        }
      case "m:d": (count, isWord) = (count + 1, false)
      case "m:ctrlPr", "m:argPr", "bookmarkStart", "bookmarkEnd": continue
      default: return .several
      }
      if count > 1, !isWord { return .several }
    }
    return count == 0 ? .nothing : count == 1 || isWord ? .one : .several
  }
}

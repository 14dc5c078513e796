package import SlipDocument

/// Changes documents by chance, as people do: words, formatting, paragraphs, rows, lists.
package struct DocumentMutator {
  private var state: UInt64

  package init(seed: UInt64) { state = (seed &+ 7) &* 0xD6E8_FEB8_6659_FD93 }

  /// The document with some changes.
  ///
  /// - Parameters:
  ///   - share: Of a hundred paragraphs, how many change.
  ///   - words: What new words begin with, each of which then occurs once; empty for words that repeat.
  package static func mutated(_ document: Document, seed: UInt64, share: Int = 25, words: String = "")
    -> Document
  {
    var mutator = DocumentMutator(seed: seed)
    mutator.prefix = words
    var result = document
    mutator.share = share
    result.blocks = mutator.blocks(document.blocks)
    for index in result.notes.indices {
      result.notes[index].blocks = mutator.blocks(document.notes[index].blocks)
    }
    for index in result.headersAndFooters.indices {
      result.headersAndFooters[index].blocks = mutator.blocks(document.headersAndFooters[index].blocks)
    }
    if mutator.chance(10) { result.info.title = mutator.word() }
    return result
  }

  private var share = 25
  private var prefix = ""
  private var count = 0

  package mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private static let words = [
    "bee", "wax", "honey", "the", "a", "queen", "drone", "fl\u{fc}gge", "\u{65E5}\u{672C}", "12", "of",
    "swarm",
  ]

  package mutating func word() -> String {
    count += 1
    return prefix.isEmpty ? DocumentMutator.words[below(DocumentMutator.words.count)] : "\(prefix)\(count)"
  }

  /// A paragraph of a few words.
  package mutating func paragraph(_ count: Int) -> Paragraph {
    Paragraph(inlines: [.run(Run((0..<count).map { _ in word() }.joined(separator: " ")))])
  }

  private mutating func blocks(_ blocks: [Block]) -> [Block] {
    var result: [Block] = []
    for block in blocks {
      guard chance(share) else {
        result.append(block)
        continue
      }
      switch below(10) {
      case 0: break
      case 1: result += [.paragraph(paragraph(1 + below(8))), block]
      case 2: result += [block, block]
      case 3: if result.isEmpty { result.append(block) } else { result.insert(block, at: result.count - 1) }
      default: result.append(self.block(block))
      }
    }
    if chance(share) { result.append(.paragraph(paragraph(1 + below(8)))) }
    return result
  }

  private mutating func block(_ block: Block) -> Block {
    switch block {
    case .paragraph(var paragraph):
      change(&paragraph)
      return .paragraph(paragraph)
    case .table(var table):
      for row in table.rows.indices {
        for cell in table.rows[row].cells.indices where chance(30) {
          table.rows[row].cells[cell].blocks = blocks(table.rows[row].cells[cell].blocks)
        }
      }
      if chance(30), let row = table.rows.last { table.rows.append(row) }
      if chance(20), table.rows.count > 1 { table.rows.remove(at: below(table.rows.count)) }
      if chance(10), let last = table.rows.indices.last {
        table.rows[last].cells.append(DocumentTableCell(blocks: [.paragraph(paragraph(2))]))
      }
      return .table(table)
    case .break: return block
    }
  }

  private mutating func change(_ paragraph: inout Paragraph) {
    if chance(20) { paragraph.style.alignment = chance(50) ? .center : .left }
    if chance(10) { paragraph.listItem = nil }
    var tokens = InlineTokens.tokens(of: paragraph.inlines)
    for _ in 0...below(3) {
      let place = below(tokens.count + 1)
      switch below(5) {
      case 0 where place < tokens.count: tokens.remove(at: place)
      case 1 where place < tokens.count:
        if case .run(var run) = tokens[place] {
          run.style.isBold.toggle()
          tokens[place] = .run(run)
        }
      case 2 where place < tokens.count: tokens[place] = .run(Run(word()))
      case 3: tokens.insert(.lineBreak, at: place)
      default: tokens.insert(.run(Run(" " + word())), at: place)
      }
    }
    paragraph.inlines = InlineTokens.joined(tokens)
  }
}

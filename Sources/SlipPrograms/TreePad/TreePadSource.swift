internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipRTF

/// Reads a file of TreePad: each node is a note, and one with nodes below it a folder as well.
///
/// Nodes have no ids and no dates. So a node is known by the titles on the way to it; of several with the
/// same, by their order.
struct TreePadSource: NoteSource {
  /// The file.
  private let bytes: FileBytes
  /// Its nodes.
  private let file: TreePadFile
  /// The code page of texts that aren't UTF-8.
  private let codePage: Int
  /// The titles, in order of the nodes.
  private let titles: [String]
  /// The ids, in order of the nodes.
  private let ids: [String]
  /// The next node.
  private var position = 0
  /// What is given next, the last one first.
  private var pending: [SourceItem] = []

  /// The most bytes of an id. A deeper node is known by its place in the file.
  private static let longestID = 1_024

  /// Reads the structure of a file.
  ///
  /// - Throws: `SlipError` where it has no node but other content: later versions of the program have another format,
  ///   and may encrypt it.
  init(_ bytes: FileBytes) throws(SlipError) {
    self.bytes = bytes
    let (file, codePage, titles) = bytes.withBytes { bytes in
      let file = TreePadFile(bytes)
      let codePage = TreePadSource.codePage(of: bytes)
      return (file, codePage, file.nodes.map { TreePadSource.text(bytes[$0.title], codePage) })
    }
    if file.nodes.isEmpty, file.strayLines > 0 {
      throw SlipError(
        .badInput, code: ExchangeCode.pieceDamaged,
        "The file has no node that can be read; export it from TreePad as version 2.7 or 3.")
    }
    (self.file, self.codePage, self.titles) = (file, codePage, titles)
    var ids: [String] = []
    var repeated = RepeatedIDs()
    for (place, node) in file.nodes.enumerated() {
      var id = (node.parent < 0 ? "" : ids[node.parent] + "/") + ImportKey.path(of: titles[place])
      if id.utf8.count > TreePadSource.longestID { id = "#\(place)" }
      ids.append(repeated.next(id))
    }
    self.ids = ids
    if file.strayLines > 0 {
      pending.append(
        .finding(
          SourceFault.cut("\(file.strayLines) lines of the file are in no node; they were left out.")))
    }
    if file.damaged > 0 {
      pending.append(
        .finding(SourceFault.cut("Nodes of the file have no end or no level; they were read.")))
    }
  }

  /// The code page that the first RTF of a file names, else 1252.
  private static func codePage(of bytes: UnsafeRawBufferPointer) -> Int {
    guard let word = LooseXML.find("\\ansicpg", in: bytes, from: 0) else { return 1252 }
    let digits = bytes[(word + 8)...].prefix(6).prefix { $0.isASCIIDigit }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 1252
  }

  /// A text in UTF-8, or else in a code page.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>, _ codePage: Int) -> String {
    String(validating: bytes, as: UTF8.self) ?? SourceText.decode(Array(bytes), codePage: codePage)
  }

  /// The next node: for one with nodes below it the folder, and then the note.
  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = pending.popLast() { return item }
    guard position < file.nodes.count else { return nil }
    let place = position
    position += 1
    let node = file.nodes[place]
    let folder = folders(to: node.isContainer ? place : node.parent)
    let (bytes, codePage, title) = (bytes, codePage, titles[place])
    let note = SourceItem.note(
      SourceEntry(id: ids[place], place: ids[place], length: node.text.count) { _ in
        var note = SourceNote(
          title: title.isEmpty ? nil : title,
          body: bytes.withBytes { TreePadSource.body($0[node.text], codePage) })
        note.folder = folder
        if node.isCut {
          note.diagnostics.append(SourceFault.cut("The node has no end or no level; what is there was read."))
        }
        return note
      })
    guard node.isContainer else { return note }
    pending.append(note)
    return .folder(folder)
  }

  /// The text of a node: RTF as it is, or a document of the plain text.
  private static func body(_ bytes: Slice<UnsafeRawBufferPointer>, _ codePage: Int) -> SourceNote.Body {
    let isRTF = RTFProbe.isRTF(UnsafeRawBufferPointer(rebasing: bytes))
    if isRTF { return .rtf(Array(bytes)) }
    let text = Array(TreePadSource.text(bytes, codePage).utf8)
    return .document(text.withUnsafeBytes { PlainTextReader.read($0).document })
  }

  /// The folders down to a node, and that of the node.
  private func folders(to place: Int) -> [SourceFolder] {
    var path: [SourceFolder] = []
    var place = place
    while place >= 0 {
      path.append(
        SourceFolder(titles[place].isEmpty ? "Untitled" : titles[place], id: ids[place], order: place))
      place = file.nodes[place].parent
    }
    return path.reversed()
  }
}

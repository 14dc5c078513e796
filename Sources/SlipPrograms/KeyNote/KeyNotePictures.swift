internal import SlipBase
internal import SlipExchange
internal import SlipRTF
internal import SlipRTFD

/// The pictures of a file: in it, in a ZIP or folder beside it, or nowhere.
struct KeyNotePictures: Sendable {
  /// The file.
  private let file: KeyNoteFile
  /// Gives a file beside it.
  private let neighbour: @Sendable (String) -> [UInt8]?
  /// The ZIP with the pictures, opened when one is needed.
  private let archive: Deferred<SourceTree?>

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - tree: Knows what lies beside the file.
  init(_ file: KeyNoteFile, _ tree: SourceTree, _ limits: Limits) {
    self.file = file
    neighbour = tree.neighbour
    let storage = file.storage.map { (isZip: $0.isZip, path: KeyNotePictures.path(file.string($0.path))) }
    let neighbour = tree.neighbour
    archive = Deferred {
      guard let storage, storage.isZip, let path = storage.path, let bytes = neighbour(path) else {
        return nil
      }
      // Pictures of a damaged archive are reported as missing, each with its note.
      do throws(SlipError) { return try SourceTree.of(bytes, named: path, limits: limits) } catch {
        return nil
      }
    }
  }

  /// A picture by its number; nil where it isn't there.
  func picture(_ id: Int) -> (name: String, bytes: [UInt8])? {
    let listed = file.pictures[id]
    if let embedded = file.embedded[id] {
      let source = embedded.isOutside ? file.original : file.text
      let bytes = source.withBytes { bytes in
        embedded.range.upperBound <= bytes.count ? Array(bytes[embedded.range]) : []
      }
      let name = listed.map(\.name) ?? embedded.name
      if !bytes.isEmpty { return (name.isEmpty ? embedded.name : name, bytes) }
    }
    guard let listed, !listed.name.isEmpty, let storage = file.storage else { return nil }
    let inner = KeyNotePictures.path(listed.path + "/" + listed.name) ?? listed.name
    let bytes: [UInt8]?
    if storage.isZip {
      bytes = archive.value.flatMap { tree in
        tree.place(ofAny: inner).flatMap { tree.soundBytes(at: $0)?.array }
      }
    } else {
      bytes = KeyNotePictures.path(file.string(storage.path) + "/" + inner).flatMap(neighbour)
    }
    return bytes.flatMap { $0.isEmpty ? nil : (listed.name, $0) }
  }

  /// A path of Windows with slashes; nil for one that leads out of the folder.
  ///
  /// Of an absolute path the last name is taken: archives are moved together with their files.
  static func path(_ path: String) -> String? {
    let slashes = String(path.map { $0 == "\\" ? "/" : $0 })
    if slashes.hasPrefix("/") || slashes.dropFirst().first == ":" { return String(slashes.lastName) }
    return SourcePath.join("", slashes)
  }
}

/// The text of an entry as RTF with pictures.
struct KeyNoteBody {
  /// The text.
  private(set) var rtf: [UInt8]
  /// The files that it shows; empty for none.
  private(set) var package = FilePackage()
  /// How many pictures are missing.
  private(set) var missing = 0

  /// The names of the pictures in the package, by number.
  private var names: [Int: String] = [:]
  /// Makes names unique.
  private var unique = RTFDNames()

  /// Twips of a pixel, at 96 pixels an inch.
  private static let twips = 15
  /// The largest width or height of a picture in pixels.
  private static let largest = 100_000

  /// Converts a text.
  ///
  /// Fields of pictures become `\NeXTGraphic` groups, which name a file of the package. The name of one that is missing stays
  /// there, invisible in the mirror.
  init(_ rtf: [UInt8], _ pictures: KeyNotePictures, _ limits: Limits) {
    self.rtf = KeyNoteMarks.removed(from: rtf, limits)
    guard self.rtf.withUnsafeBytes({ LooseXML.find("img:", in: $0, from: 0) }) != nil else { return }
    let text = self.rtf
    self.rtf = text.withUnsafeBytes { bytes in
      RTFHyperlinks.replace(bytes, limits: limits) { target in graphic(target, pictures) }
    }
  }

  /// The whole as a body of a note.
  var body: SourceNote.Body {
    guard !package.entries.isEmpty else { return .rtf(rtf) }
    var package = package
    package.add(RTFDWriter.textName, rtf)
    return .rtfd(package)
  }

  /// Lets a function change the text.
  mutating func edit(_ change: ([UInt8]) -> [UInt8]) { rtf = change(rtf) }

  /// What shows a picture: of `img:1,20,18` picture 1, 20 pixels wide and 18 high. Nil for another address.
  private mutating func graphic(_ target: String, _ pictures: KeyNotePictures) -> [UInt8]? {
    guard target.hasPrefix("img:") else { return nil }
    let numbers = target.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false)
    guard let id = numbers.first.flatMap({ Int($0) }) else { return nil }
    let sizes = numbers.dropFirst().map { min(max(Int($0) ?? 0, 0), KeyNoteBody.largest) * KeyNoteBody.twips }
    let (width, height) = (sizes.first, sizes.dropFirst().first)
    if let name = names[id] { return RTFDWriter.graphic(name, width: width, height: height) }
    guard let picture = pictures.picture(id) else {
      missing += 1
      return RTFDWriter.graphic("image \(id)", width: width, height: height)
    }
    let type = picture.bytes.withUnsafeBytes { MediaType.sniff($0) }
    let name = unique.name(picture.name, type, Digest(of: picture.bytes))
    package.add(name, picture.bytes)
    names[id] = name
    return RTFDWriter.graphic(name, width: width, height: height)
  }
}

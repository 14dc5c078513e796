internal import SlipDocument
internal import SlipRTF

/// The data of an object of another program as office documents embed it, beside the picture that shows it.
struct OutgoingObject: Sendable {
  /// What the data is.
  enum Kind: Sendable, Equatable {
    /// A compound file of OLE.
    case storage
    /// A document in a ZIP file, with the suffix of its name.
    case package(suffix: String)
  }

  let kind: Kind
  let bytes: [UInt8]
  /// The program that the object is of, such as `Excel.Sheet.8`; nil when unknown.
  let program: String?

  /// Programs by the suffixes of their documents.
  private static let programs = [
    "docx": "Word.Document.12", "xlsx": "Excel.Sheet.12", "pptx": "PowerPoint.Show.12",
  ]
  /// How compound files begin (MS-CFB, section 2.2).
  private static let storageMark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
  /// How ZIP files begin.
  private static let packageMark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// The object whose data a resource is; nil for other files. The data of an OLE 1.0 object has a frame around it.
  init?(_ resource: Resource) {
    guard case .bytes(let data) = resource.content else { return nil }
    let bytes = OLEPackage.native(data).map { Array($0.bytes) } ?? data
    let suffix = resource.name?.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if bytes.starts(with: OutgoingObject.storageMark) {
      (kind, program) = (.storage, OLEPackage.className(data))
    } else if bytes.starts(with: OutgoingObject.packageMark), let program = OutgoingObject.programs[suffix] {
      (kind, self.program) = (.package(suffix: suffix), program)
    } else {
      return nil
    }
    self.bytes = bytes
  }
}

/// The objects of other programs that a document embeds, each once.
struct OutgoingEmbeddings: Sendable {
  /// The files with their names, in the order of the text.
  private(set) var files: [(name: String, bytes: [UInt8])] = []
  private var names: [Int: String] = [:]
  /// What comes before and behind the number in the names of compound files.
  private let stem, ending: String

  /// Creates an empty list.
  init(stem: String, ending: String) { (self.stem, self.ending) = (stem, ending) }

  /// The name of the file of an object, which is added if it is new.
  mutating func name(of object: OutgoingObject, resource: Int) -> String {
    if let known = names[resource] { return known }
    let number = files.count + 1
    let name =
      switch object.kind {
      case .storage: stem + "\(number)" + ending
      case .package(let suffix): "document\(number).\(suffix)"
      }
    files.append((name, object.bytes))
    names[resource] = name
    return name
  }
}

internal import CCabinetShims
public import SlipBase

/// The files of a cabinet (MS-CAB), unpacked: stored, or packed by MSZIP, Quantum or LZX. OneNote packs notebooks so.
///
/// libmspack unpacks them. The whole cabinet is unpacked at once, because its files are packed as one stream.
public struct Cabinet: Sendable {
  /// A file.
  public struct File: Sendable, Equatable {
    /// The path as the cabinet has it, with `/` between names.
    public var path: String
    /// What it holds; nil where that is damaged, or continued in another cabinet.
    public var bytes: [UInt8]?
    /// When it was changed, by the clock of whoever packed it; nil where that is no date.
    public var modified: Timestamp?
  }

  /// Why a cabinet can't be unpacked.
  public enum Fault: Error, Equatable {
    /// It is no cabinet, or its list of files is damaged.
    case damaged
    /// It holds more files or bytes than it may.
    case tooLarge
    /// The program was built without libmspack, or there is no memory.
    case unavailable
  }

  /// The files in the order of the cabinet.
  public private(set) var files: [File] = []

  /// Whether bytes begin as a cabinet does (MS-CAB 2.1).
  public static func isCabinet(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: mark) }

  /// What cabinets begin with: `MSCF` and four bytes that are zero.
  private static let mark = Array("MSCF\0\0\0\0".utf8)

  /// Unpacks a cabinet.
  ///
  /// - Parameters:
  ///   - bytes: The cabinet.
  ///   - mostFiles: How many files it may have.
  ///   - mostBytes: How many bytes all of them may have together.
  /// - Throws: `Fault` for a cabinet that can't be listed. A file that is damaged has no bytes, and throws nothing.
  public init(_ bytes: UnsafeRawBufferPointer, mostFiles: Int, mostBytes: Int) throws(Fault) {
    let list = List()
    let outcome = slip_cabinet_read(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, mostFiles, mostBytes,
      Unmanaged.passUnretained(list).toOpaque()
    ) { context, file in
      guard let context, let file else { return }
      Unmanaged<List>.fromOpaque(context).takeUnretainedValue().add(file.pointee)
    }
    switch outcome {
    case SLIP_CABINET_DONE: files = list.files
    case SLIP_CABINET_TOO_LARGE: throw .tooLarge
    case SLIP_CABINET_DAMAGED: throw .damaged
    default: throw .unavailable
    }
  }

  /// The files so far.
  private final class List {
    var files: [File] = []

    func add(_ file: slip_cabinet_file) {
      guard let name = file.name else { return }
      let bytes = UnsafeBufferPointer(start: name, count: file.name_length).map { UInt8(bitPattern: $0) }
      // Old programs write names in the page of their system without a word; what is UTF-8 by chance hardly exists.
      let path = String(validating: bytes, as: UTF8.self) ?? AnsiText.western.decode(bytes)
      let content = file.bytes.map { Array(UnsafeBufferPointer(start: $0, count: file.length)) }
      let modified = Timestamp(
        year: Int(file.year), month: Int(file.month), day: Int(file.day), hour: Int(file.hour),
        minute: Int(file.minute), second: Int(file.second))
      files.append(File(path: path.replacing("\\", with: "/"), bytes: content, modified: modified))
    }
  }
}

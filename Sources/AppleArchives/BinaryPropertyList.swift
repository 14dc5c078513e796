/// Reads binary property lists (`bplist00`).
///
/// Behind the mark come the objects, then a table with the offset of each, then a description of 32
/// bytes. All numbers are big-endian. Other versions than 0 are other formats, and are refused.
///
/// An object begins with a byte; `n` is its lower half, and where it is 15, the count follows as an
/// object of its own:
///
/// | byte | object |
/// | --- | --- |
/// | `00`, `08`, `09` | null, false, true |
/// | `1n` | a whole number of 2ⁿ bytes; those of 8 and more are signed |
/// | `2n` | a floating-point number of 2ⁿ bytes |
/// | `33` | a date: 8 bytes, seconds since 2001 |
/// | `4n` | `n` bytes |
/// | `5n`, `6n`, `7n` | text of `n` units: ASCII, UTF-16, UTF-8 |
/// | `8n` | a reference of `n + 1` bytes into the objects of a keyed archive |
/// | `An`, `Bn`, `Cn` | an array, an ordered set, a set: `n` references |
/// | `Dn` | a dictionary: `n` references to keys, then `n` to values |
///
/// The description has, from its seventh byte on: the size of an offset and that of a reference,
/// one byte each; the number of objects, the number of the outermost one, and the offset of the
/// table, eight bytes each.
enum BinaryPropertyList {
  /// What each list begins with.
  private static let mark = Array("bplist0".utf8)
  /// The length of the description at the end.
  private static let trailerLength = 32

  /// Whether bytes are such a list.
  static func isBinary(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: mark) }

  /// Reads a list; nil where its description contradicts the length of the bytes.
  static func read(_ bytes: UnsafeRawBufferPointer) -> PropertyList? {
    guard bytes.count >= mark.count + 1 + trailerLength else { return nil }
    let trailer = bytes.count - trailerLength
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(bytes, at: trailer + 8, 8), let top = number(bytes, at: trailer + 16, 8),
      let table = number(bytes, at: trailer + 24, 8),
      count > 0, count <= PropertyList.largestCount, top < count, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { return nil }
    var reader = Reader(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[..<table]), referenceSize: referenceSize, count: count)
    for index in 0..<count {
      reader.add(number(bytes, at: table + index * offsetSize, offsetSize))
    }
    return PropertyList(objects: reader.objects, top: top, isDamaged: reader.isDamaged)
  }

  /// A big-endian number; nil beyond the end of the bytes and for numbers that no file can mean.
  fileprivate static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, size <= bytes.count - offset else { return nil }
    var value: UInt64 = 0
    for byte in bytes[offset..<(offset + size)] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }
}

extension BinaryPropertyList {
  /// Reads one object after the other.
  fileprivate struct Reader {
    /// The part of the file that contains objects.
    let bytes: UnsafeRawBufferPointer
    /// Bytes of a reference.
    let referenceSize: Int
    /// How many objects there are.
    let count: Int
    /// The objects so far.
    var objects: [PropertyList.Object] = []
    /// Whether an object could not be read.
    var isDamaged = false
    /// How many bytes of content may still be read. Objects don't overlap, so the file's length is
    /// enough; a file that refers to the same bytes again and again is stopped by it.
    var budget: Int

    /// Creates a reader without objects.
    init(bytes: UnsafeRawBufferPointer, referenceSize: Int, count: Int) {
      (self.bytes, self.referenceSize, self.count) = (bytes, referenceSize, count)
      budget = bytes.count
    }

    /// Adds the object at an offset, or null.
    mutating func add(_ offset: Int?) {
      guard let offset, let object = object(at: offset) else {
        isDamaged = true
        return objects.append(.null)
      }
      objects.append(object)
    }

    /// The object at an offset; nil where it is no object.
    private mutating func object(at offset: Int) -> PropertyList.Object? {
      guard bytes.indices.contains(offset) else { return nil }
      let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0xF))
      switch kind {
      case 0x0: return low == 8 ? .boolean(false) : low == 9 ? .boolean(true) : low == 0 ? .null : nil
      case 0x1: return integer(at: offset + 1, size: 1 << low)
      case 0x2: return real(at: offset + 1, size: 1 << low).map { .real($0) }
      case 0x3: return low == 3 ? real(at: offset + 1, size: 8).map { .date($0) } : nil
      case 0x8: return BinaryPropertyList.number(bytes, at: offset + 1, low + 1).map { .uid($0) }
      case 0x4...0x7, 0xA...0xD: return container(kind, low, offset + 1)
      default: return nil
      }
    }

    /// A whole number. Those of 8 bytes and more are signed.
    private func integer(at offset: Int, size: Int) -> PropertyList.Object? {
      guard size <= 16, size <= bytes.count - offset else { return nil }
      var value: UInt64 = 0
      for byte in bytes[offset..<(offset + size)].suffix(8) { value = value << 8 | UInt64(byte) }
      return .integer(Int64(bitPattern: value))
    }

    /// A floating-point number of 4 or 8 bytes.
    private func real(at offset: Int, size: Int) -> Double? {
      guard size == 4 || size == 8, size <= bytes.count - offset else { return nil }
      var value: UInt64 = 0
      for byte in bytes[offset..<(offset + size)] { value = value << 8 | UInt64(byte) }
      return size == 8 ? Double(bitPattern: value) : Double(Float(bitPattern: UInt32(value)))
    }

    /// Data, a text, a list, a set or a dictionary: things with a count.
    private mutating func container(_ kind: UInt8, _ low: Int, _ start: Int) -> PropertyList.Object? {
      guard let (length, start) = count(low, start) else { return nil }
      /// The bytes of so many units, if they are there and affordable.
      func content(_ size: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard length <= (bytes.count - start) / size, length * size <= budget else { return nil }
        return bytes[start..<(start + length * size)]
      }
      let unit = kind == 0x6 ? 2 : kind == 0xD ? 2 * referenceSize : kind >= 0xA ? referenceSize : 1
      guard let content = content(unit) else { return nil }
      budget -= content.count
      switch kind {
      case 0x4: return .data(Array(content))
      case 0x5, 0x7: return .string(String(decoding: content, as: UTF8.self))
      case 0x6: return .string(utf16(content))
      case 0xA: return .array(references(content))
      case 0xB, 0xC: return .set(references(content))
      default:
        let all = references(content)
        return .dictionary(keys: Array(all[..<length]), values: Array(all[length...]))
      }
    }

    /// A count, and where the content begins. Counts of 15 and more follow as a number of their
    /// own.
    private func count(_ low: Int, _ start: Int) -> (Int, Int)? {
      guard low == 0xF else { return (low, start) }
      guard bytes.indices.contains(start), bytes[start] >> 4 == 1, bytes[start] & 0xF <= 3 else { return nil }
      let size = 1 << Int(bytes[start] & 0xF)
      return BinaryPropertyList.number(bytes, at: start + 1, size).map { ($0, start + 1 + size) }
    }

    /// The numbers of other objects; one that is out of range becomes -1, which is null.
    private func references(_ content: Slice<UnsafeRawBufferPointer>) -> [Int] {
      stride(from: content.startIndex, to: content.endIndex, by: referenceSize).map { place in
        let value = BinaryPropertyList.number(bytes, at: place, referenceSize) ?? -1
        return value < count ? value : -1
      }
    }

    /// A text in UTF-16, the high byte first. Halves of pairs become U+FFFD.
    private func utf16(_ content: Slice<UnsafeRawBufferPointer>) -> String {
      let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(decoding: units, as: UTF16.self)
    }
  }
}

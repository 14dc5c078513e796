internal import SlipBase

/// Deflates the entries of a new archive on all cores, a window of them ahead of libzip, which asks for one after the other.
///
/// Each entry is deflated by itself, so the bytes don't depend on the number of cores.
final class DeflateWindow {
  /// Larger files are left to libzip, which deflates them piece by piece.
  static let largestEntry = 4 << 20
  private static let mostEntries = 512
  private static let mostBytes = 64 << 20

  private var entries: [(medium: ZipByteSource.Medium, length: Int)] = []
  /// Of the entries from `start` on.
  private var packed: [Result<PackedEntry, SlipError>] = []
  private var start = 0

  /// The entry's place, by which it is asked for later.
  func add(_ medium: ZipByteSource.Medium, length: Int) -> Int {
    entries.append((medium, length))
    return entries.count - 1
  }

  func entry(_ index: Int) throws(SlipError) -> PackedEntry {
    if !(start..<(start + packed.count)).contains(index) { fill(from: index) }
    return try packed[index - start].get()
  }

  private func fill(from index: Int) {
    var bytes = 0
    let window = entries[index...].prefix(DeflateWindow.mostEntries).prefix { entry in
      bytes += entry.length
      return bytes <= DeflateWindow.mostBytes
    }.map(\.medium)
    (start, packed) = (index, [])
    packed = Parallel.map(count: window.count, workers: Parallel.cores) { number in
      Result { () throws(SlipError) in try PackedEntry(deflating: window[number].bytes()) }
    }
  }
}

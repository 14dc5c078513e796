internal import CLibZip

/// A ZIP file that libzip writes to memory.
final class ZipMemory {
  /// libzip's buffer.
  private let source: OpaquePointer

  /// Creates an empty buffer; nil where memory is short.
  init?() {
    guard let source = zip_source_buffer_create(nil, 0, 0, nil) else { return nil }
    self.source = source
  }

  deinit { zip_source_free(source) }

  /// The buffer for another owner, who frees it. It remains usable here.
  func lent() -> OpaquePointer {
    zip_source_keep(source)
    return source
  }

  /// The bytes that were written; nil where memory is short.
  func bytes() -> [UInt8]? {
    guard zip_source_open(source) == 0 else { return nil }
    defer { _ = zip_source_close(source) }
    var stat = zip_stat_t()
    guard zip_source_stat(source, &stat) == 0 else { return nil }
    let length = Int(clamping: stat.size)
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length, let base = buffer.baseAddress {
        let read = zip_source_read(source, base + count, UInt64(length - count))
        guard read > 0 else { break }
        count += Int(read)
      }
    }
    return bytes.count == length ? bytes : nil
  }
}

internal import Crypto

/// MD5 (RFC 1321), by which some programs name the files of a note. It proves nothing.
public enum MD5Digest {
  /// The digest of bytes as 32 hexadecimal digits in lower case.
  public static func hex(of bytes: UnsafeRawBufferPointer) -> String {
    var hash = Insecure.MD5()
    hash.update(bufferPointer: bytes)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// MD5 (RFC 1321), by which some programs name the files of a note. It proves nothing.
///
/// Evernote's texts name a picture by the MD5 of its content, and Day One's files are named so. Whoever can choose the content
/// can choose two with one MD5, so nothing else may depend on it.
public enum MD5Digest {
  /// The digest of bytes as 32 hexadecimal digits in lower case.
  public static func hex(of bytes: UnsafeRawBufferPointer) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return MD5Function.digest(of: bytes) { digest in
      String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }
}

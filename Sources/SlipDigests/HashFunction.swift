#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CLibCrypto
#endif

/// A digest as bytes arrive: SHA-256 (FIPS 180-4), or one that other programs chose long ago.
protocol HashFunction {
  /// Has seen no bytes.
  init()
  /// Appends bytes to those so far.
  mutating func update(_ bytes: UnsafeRawBufferPointer)
  /// Hands on the digest of all bytes so far. More bytes may be added afterwards.
  func digest<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result
}

extension HashFunction {
  /// Hands on the digest of some bytes.
  static func digest<Result>(
    of bytes: UnsafeRawBufferPointer, _ use: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var function = Self()
    function.update(bytes)
    return function.digest(use)
  }
}

#if canImport(CryptoKit)
  struct SHA256Function: HashFunction {
    private var state = SHA256()

    mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    func digest<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result {
      state.finalize().withUnsafeBytes(use)
    }
  }

  struct SHA1Function: HashFunction {
    private var state = Insecure.SHA1()

    mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    func digest<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result {
      state.finalize().withUnsafeBytes(use)
    }
  }

  struct MD5Function: HashFunction {
    private var state = Insecure.MD5()

    mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    func digest<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result {
      state.finalize().withUnsafeBytes(use)
    }
  }
#else
  // The functions of libcrypto can't fail: they only have a result because others of their kind can.

  struct SHA256Function: HashFunction {
    private var state = SHA256_CTX()

    init() { SHA256_Init(&state) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      SHA256_Update(&state, bytes.baseAddress, bytes.count)
    }

    func digest<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result {
      var end = state
      return withUnsafeTemporaryAllocation(byteCount: Int(SHA256_DIGEST_LENGTH), alignment: 8) { digest in
        SHA256_Final(digest.baseAddress, &end)
        return use(UnsafeRawBufferPointer(digest))
      }
    }
  }

  struct SHA1Function: HashFunction {
    private var state = SHA_CTX()

    init() { SHA1_Init(&state) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      SHA1_Update(&state, bytes.baseAddress, bytes.count)
    }

    func digest<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result {
      var end = state
      return withUnsafeTemporaryAllocation(byteCount: Int(SHA_DIGEST_LENGTH), alignment: 8) { digest in
        SHA1_Final(digest.baseAddress, &end)
        return use(UnsafeRawBufferPointer(digest))
      }
    }
  }

  struct MD5Function: HashFunction {
    private var state = MD5_CTX()

    init() { MD5_Init(&state) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      MD5_Update(&state, bytes.baseAddress, bytes.count)
    }

    func digest<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result {
      var end = state
      return withUnsafeTemporaryAllocation(byteCount: Int(MD5_DIGEST_LENGTH), alignment: 8) { digest in
        MD5_Final(digest.baseAddress, &end)
        return use(UnsafeRawBufferPointer(digest))
      }
    }
  }
#endif

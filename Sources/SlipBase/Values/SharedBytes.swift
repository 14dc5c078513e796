/// Bytes that several threads read at the same time. Whoever makes it keeps them in place until the threads are done.
public struct SharedBytes: @unchecked Sendable {
  public let bytes: UnsafeRawBufferPointer

  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
}

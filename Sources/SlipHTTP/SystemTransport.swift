/// The transport that is used where nothing else is asked for.
public enum SystemTransport {
  /// A new transport: libcurl on Linux and macOS, the system itself on Apple's other platforms.
  public static func make() -> any HTTPTransport {
    #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
      URLSessionTransport()
    #else
      CurlTransport()
    #endif
  }
}

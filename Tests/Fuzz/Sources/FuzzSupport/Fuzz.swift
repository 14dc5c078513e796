import FuzzDriver

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is run with each input. libFuzzer's callback is a C function, which can't carry it.
nonisolated(unsafe) private var current: (UnsafeRawBufferPointer) -> Void = { _ in }

/// Runs libFuzzer with the options of the command line; returns its exit status.
public func fuzz(_ test: @escaping (UnsafeRawBufferPointer) -> Void) -> Int32 {
  current = test
  return slip_fuzz(CommandLine.argc, CommandLine.unsafeArgv) { data, size in
    current(UnsafeRawBufferPointer(start: data, count: size))
    return 0
  }
}

/// Stops with the line of a claim that doesn't hold.
public func claim(_ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) {
  if condition { return }
  let message = Array("the claim in line \(line) does not hold: \(what())\n".utf8)
  _ = write(STDERR_FILENO, message, message.count)
  abort()
}

/// Where two texts part, with some of what is around it.
public func difference(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> String {
  let (a, b) = (Array(first), Array(second))
  let at = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
  func part(_ bytes: [UInt8]) -> String {
    String(decoding: bytes[max(0, at - 120)..<min(bytes.count, at + 120)], as: UTF8.self).debugDescription
  }
  return "byte \(at)\n\(part(a))\n\(part(b))"
}

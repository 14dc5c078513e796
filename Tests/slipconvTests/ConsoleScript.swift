import Foundation

/// A Markdown file with shell sessions in it: fenced `console` blocks of `$ command` lines, each followed by what it prints
/// (standard error included) and, unless the exit status is 0, by `[exit N]`.
struct ConsoleScript {
  struct Step {
    var command: String
    var expected: String
    /// Index of the first line behind the command, and how many lines are expected.
    var lines: Range<Int>
  }

  var lines: [String]
  var steps: [Step] = []

  init(_ text: String) {
    lines = text.components(separatedBy: "\n")
    var inBlock = false
    var command: String?
    var start = 0
    for (index, line) in lines.enumerated() {
      let isEnd = line.hasPrefix("```")
      if inBlock, isEnd || line.hasPrefix("$ ") {
        finish(&command, start..<index)
      }
      if isEnd {
        inBlock = !inBlock && line == "```console"
      } else if inBlock, line.hasPrefix("$ ") {
        command = String(line.dropFirst(2))
        start = index + 1
      }
    }
  }

  private mutating func finish(_ command: inout String?, _ range: Range<Int>) {
    guard let text = command else { return }
    let expected = lines[range].map { $0 + "\n" }.joined()
    steps.append(Step(command: text, expected: expected, lines: range))
    command = nil
  }

  /// The script with what was really printed.
  func updated(with outputs: [String]) -> String {
    var lines = lines
    for (step, output) in zip(steps, outputs).reversed() {
      var new = output.components(separatedBy: "\n")
      if new.last == "" { new.removeLast() }
      lines.replaceSubrange(step.lines, with: new)
    }
    return lines.joined(separator: "\n")
  }
}

/// Runs commands as a user's shell would, in a directory of their own.
struct Shell {
  let directory: URL

  /// The folder of the built `slipconv`: it lies beside the test program.
  static var products: URL {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    var folder = program.deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(atPath: folder.appending(path: "slipconv").path),
      folder.path.count > 1
    {
      folder = folder.deletingLastPathComponent()
    }
    return folder
  }

  /// Standard output and standard error in the order of writing, and `[exit N]` where N isn't 0.
  func run(_ command: String, environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = directory
    var variables = [
      "PATH": Shell.products.path + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": directory.path,
    ]
    // Where coverage is measured, that of the command counts, too; it mustn't lie in the directory.
    variables["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] ?? "/dev/null"
    variables["SLIPBOX_CHECK_RESULTS"] = "1"
    variables.merge(environment) { $1 }
    process.environment = variables
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try Shell.withAllSignals { try process.run() }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var text = String(decoding: data, as: UTF8.self)
    if process.terminationStatus != 0 {
      if !text.isEmpty && !text.hasSuffix("\n") { text += "\n" }
      text += "[exit \(process.terminationStatus)]\n"
    }
    return text
  }

  /// Does something while no signal is blocked.
  ///
  /// A process begins with the signals blocked that are blocked in the thread that starts it, and libdispatch blocks nearly all in its
  /// threads. A shell that doesn't hear of the end of a command in the background waits for it for ever.
  private static func withAllSignals(_ body: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}

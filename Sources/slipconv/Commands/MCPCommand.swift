import ArgumentParser
import SlipBase
import SlipMCP
internal import SlipFiles

/// `slipconv mcp`: serves a box by the Model Context Protocol on standard input and output. `MCPServer` answers.
struct MCPCommand: ParsableCommand {
  /// The name `mcp` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Serve the box to a program that works for you (Model Context Protocol).",
    discussion: """
      The program gets tools that search, read and list notes, show links, and validate; with --write also tools that \
      create, change and take back, each change in its own name in the log. Messages come on standard input, one a line, \
      and answers go to standard output: see Docs/MCP.md. Start it from the program's configuration, not by hand.

      EXAMPLE
        slipconv mcp my.slipbox
        slipconv mcp my.slipbox --write
      """)

  /// The bundle that is served.
  @OptionGroup var bundle: BundleArgument

  /// Whether there are tools that change the box.
  @Flag(help: "Also offer tools that change the box.")
  var write = false

  /// The index.
  @OptionGroup var cache: IndexOption
  /// The time zone of days in searches.
  @OptionGroup var zone: ZoneOption

  /// Answers line by line, until the input ends.
  ///
  /// - Throws: `SlipError` where the bundle can't be opened, or standard input can't be read.
  func run() throws {
    var server = try MCPServer(
      bundle.bundle, isWritable: write, cache: cache.cache, zone: zone.timezone?.rules ?? .utc,
      now: { EditOptions.now })
    let lines = try LineReader("-", limit: MCPServer.longestLine)
    while let line = try lines.next() {
      if !line.isCut, line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      guard var answer = server.answer(line.bytes, isCut: line.isCut) else { continue }
      answer.append(UInt8(ascii: "\n"))
      try answer.withUnsafeBytes { try Terminal.standardOutput.writeResult($0) }
    }
  }
}

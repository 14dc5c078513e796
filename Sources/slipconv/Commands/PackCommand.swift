import ArgumentParser
import SlipboxKit

struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Put a bundle into one file.",
    discussion: """
      The same bundle gives the same bytes. No payload byte changes.

      EXAMPLE
        slipconv pack my.slipbox
      """)

  @OptionGroup var bundle: BundleArgument

  @Option(
    name: [.short, .customLong("output")], help: "The file to write (default: NAME.slippack).",
    completion: .file())
  var output: String?

  @OptionGroup var force: ForceOption
  @OptionGroup var common: CommonOptions

  func run() throws {
    let path = try Packing.pack(bundle.bundle, to: output, replacing: force.force)
    common.say("\(path): packed.")
  }
}

struct UnpackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack", abstract: "Make a bundle folder from a packed bundle.",
    discussion: """
      EXAMPLE
        slipconv unpack my.slippack
      """)

  @Argument(help: "The .slippack file.", completion: .file())
  var pack: String

  @Option(
    name: [.short, .customLong("output")], help: "The bundle to make (default: NAME.slipbox).",
    completion: .file())
  var output: String?

  @Flag(help: "Replace the bundle if it exists; the old one stays beside it, as my.slipbox~v5.")
  var replace = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let (path, backup) = try Packing.unpack(pack, to: output, replacing: replace)
    common.say("\(path): unpacked\(backup.map { "; the old one is \($0)" } ?? "").")
  }
}

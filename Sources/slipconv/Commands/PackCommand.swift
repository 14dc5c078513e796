import ArgumentParser
import SlipboxKit

struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Pack a bundle into one file.",
    discussion: """
      The same bundle always gives the same file. Payload is packed byte for byte.

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
    commandName: "unpack", abstract: "Unpack a packed bundle into a bundle folder.",
    discussion: """
      EXAMPLE
        slipconv unpack my.slippack
      """)

  @Argument(help: "The .slippack file.", completion: .file())
  var pack: String

  @Option(
    name: [.short, .customLong("output")], help: "The bundle to create (default: NAME.slipbox).",
    completion: .file())
  var output: String?

  @Flag(help: "Replace an existing bundle; the old one stays beside it as my.slipbox~v5.")
  var replace = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let (path, backup) = try Packing.unpack(pack, to: output, replacing: replace)
    common.say("\(path): unpacked\(backup.map { "; the old one is \($0)" } ?? "").")
  }
}

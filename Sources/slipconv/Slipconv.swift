import ArgumentParser
import SlipboxKit

@main
struct Slipconv: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slipconv", abstract: "Slip-box bundles: import, export, validate.", version: Tool.version)
}

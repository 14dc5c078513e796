internal import SlipFiles
import ArgumentParser
import SlipBase

/// Whether a file that is there may be replaced.
struct ForceOption: ParsableArguments {
  @Flag(help: "Replace a file that exists.")
  var force = false

  var existing: AtomicFile.Existing { force ? .replace : .refuse }
}

import SlipFiles
import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBundle

/// What a reader sees of a version that a writer replaces.
@Suite struct ReplacedMeanwhileTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["box", "new"] {
      try directory.write("\(name)/mimetype", "application/vnd.slipbox")
      try directory.write("\(name)/manifest.xml", "<slipbox/>")
    }
  }

  private func replace() throws {
    try directory.remove("box")
    try directory.write("box/mimetype", "application/vnd.slipbox")
  }

  @Test func aBundleThatStaysIsCurrent() throws {
    let storage = try DirectoryStorage(directory.path("box"))
    try directory.write("box/more.txt", "")
    try storage.expectCurrent()
  }

  @Test func filesThatWentWithTheOldVersionAreToldFromMissingOnes() throws {
    let storage = try DirectoryStorage(directory.path("box"))
    #expect { _ = try storage.read("missing") } throws: { ($0 as? SlipError)?.code == FileCode.missing }
    try replace()
    #expect { try storage.expectCurrent() } throws: {
      ($0 as? SlipError)?.code == ContainerCode.replacedMeanwhile
    }
    #expect { _ = try storage.read("manifest.xml") } throws: {
      ($0 as? SlipError)?.code == ContainerCode.replacedMeanwhile
    }
  }

  @Test(arguments: ["link", "pipe"]) func aDisguisedManifestIsNamed(kind: String) throws {
    try directory.remove("box/manifest.xml")
    if kind == "link" {
      try directory.link("box/manifest.xml", to: "../new/manifest.xml")
    } else {
      #expect(mkfifo(directory.path("box/manifest.xml"), 0o600) == 0)
    }
    #expect { _ = try BundleLocator.locate(self.directory.path("box")) } throws: { error in
      let error = error as? SlipError
      return error?.kind == .badInput
        && error?.code == (kind == "link" ? ContainerCode.symbolicLink : ContainerCode.specialFile)
    }
  }
}

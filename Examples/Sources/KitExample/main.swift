// The product `SlipboxKit`: the example of the README. `import SlipboxKit` is enough.
import SlipboxKit

let folder = CommandLine.arguments.dropFirst().first ?? "../Fixtures/sample"
let memory = try MemoryBundle.sample()
let bundle = OpenBundle(memory)
for note in bundle.box.notes {
  print(note.title, try bundle.mirror(of: note).count)
}

func readme() throws {
  var request = ImportRequest(inputs: ["Notes"])
  request.target = .at("my.slipbox")
  let outcome = try request.run()
  print(outcome.noteCount)

  let bundle = try OpenBundle("my.slipbox")
  for note in bundle.box.notes {
    print(note.title, try bundle.mirror(of: note).count)
  }
}

do {
  _ = try bundle.note(named: "Nothing like it")
} catch {
  switch error.code {
  case KitCode.noSuchNote: print("no such note")
  default: print(error.message)
  }
}

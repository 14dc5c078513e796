import SlipboxKit

func readmeExample() throws {
  // README begin
  var request = ImportRequest(inputs: ["Notes"])
  request.target = .at("my.slipbox")
  let outcome = try request.run()
  print(outcome.noteCount)

  let bundle = try OpenBundle("my.slipbox")
  for note in bundle.box.notes {
    print(note.title, try bundle.mirror(of: note).count)
  }
  // README end
}

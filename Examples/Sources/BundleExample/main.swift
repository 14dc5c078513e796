// The product `SlipBundle`: the facts and files of a bundle on disk, without store, pictures and network.
import SlipBase
import SlipBundle
import SlipNotes

let path = CommandLine.arguments.dropFirst().first ?? "../Fixtures/versions/tour-8.slipbox"
let storage = try DirectoryStorage(path)
let box = try ManifestReader.read(storage: storage)
print(box.noteCount, box.folderCount, box.payload().count)

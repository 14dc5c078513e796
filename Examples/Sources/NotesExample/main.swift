// The product `SlipNotes`: a slip-box in memory, its relationships and their inverses.
import SlipBase
import SlipNotes

var box = SlipBox()
let text = FileFact(of: Array("Bring the ladder.".utf8))
var swarm = Note(id: UniqueID(high: 0, low: 1), title: "Swarm", body: text, mirror: text)
let ladder = Note(id: UniqueID(high: 0, low: 2), title: "Ladder", body: text, mirror: text)
try box.insert(ladder)
swarm.links = [ladder.id]
swarm.keywords = [box.findOrCreateKeyword(named: "bees", in: nil)]
try box.insert(swarm)
print(box.notes[swarm.id]?.title ?? "", box.backlinks(of: ladder.id).count, box.keywordCount)
print(Set(box.notes).count)

// The products `SlipExchange`, `SlipPrograms` and `SlipStores`: what can be imported and exported.
import SlipExchange
import SlipPrograms
import SlipStores

print(ExchangeTable.importer(forPath: "Notes/Swarm.rtf")?.name ?? "none")
print(ExchangeTable.target(named: "markdown")?.name ?? "none")
print(ProgramTable.container(named: "obsidian")?.name ?? "none")
print(StoreParts.entities(ofModel: [], isPacked: false)?.count ?? 0)

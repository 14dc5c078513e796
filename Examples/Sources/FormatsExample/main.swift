// The product `SlipFormats`: formats by name and by content.
import SlipFormats

print(FormatTable.forPath("Notes/Swarm.md")?.name ?? "unknown")
let page = Array("<!DOCTYPE html><p>Bees".utf8)
print(page.withUnsafeBytes { FormatTable.sniffing($0)?.name ?? "unknown" })

// The product `SlipboxFoundation`: dates, UUIDs and attributed strings of Foundation, there and back.
import Foundation
import RTF
import SlipboxFoundation

let text = AttributedString(Document(markdown: "A *swarm* of **bees**"))
print(String(text.characters), text.runs.count)
print(Document(text).markdown)
let id = UUID(uuidString: "6F1C2D3E-0A1B-5C2D-8E3F-4A5B6C7D8E9F").map { UniqueID($0) }
print(id?.description ?? "")
print(Timestamp(Date(timeIntervalSince1970: 1)).rfc3339)

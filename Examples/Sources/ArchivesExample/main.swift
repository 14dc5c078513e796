// The products `AppleArchives` and `WindowsArchives`.
import AppleArchives
import WindowsArchives

let plist = Array(
  "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>title</key><string>Bees</string></dict></plist>"
    .utf8)
print(plist.withUnsafeBytes { PropertyList.read($0) } == nil ? "no list" : "a property list")
print(
  [UInt8](repeating: 0, count: 20).withUnsafeBytes { CompressedRTF.unpack($0) } == nil ? "no text" : "a text")

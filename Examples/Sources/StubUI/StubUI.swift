// The names of SwiftUI and SwiftData that a note app uses most, for systems without them. `AppExample` imports this module
// beside SlipboxKit as it imports SwiftUI on a Mac: what is ambiguous here is ambiguous there.

public protocol View {}
public struct Text: View { public init(_ text: String) { self.text = text }; public let text: String }
public struct Color: Equatable {
  public var red, green, blue, opacity: Double
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }
  public static let yellow = Color(red: 1, green: 0.8, blue: 0)
}
public struct Table<Row>: View { public let rows: [Row]; public init(_ rows: [Row]) { self.rows = rows } }
public struct TableRow<Value>: View {
  public let value: Value; public init(_ value: Value) { self.value = value }
}
public struct Section<Content>: View {
  public let content: Content; public init(_ content: Content) { self.content = content }
}
public struct Link: View { public let title: String; public init(_ title: String) { self.title = title } }
public struct Form<Content>: View {
  public let content: Content; public init(_ content: Content) { self.content = content }
}
public struct Transaction { public var isContinuous = false; public init() {} }
public enum Alignment { case leading, center, trailing }
public enum Edge { case top, bottom }
public struct ProgressView: View { public init() {} }
public final class Schema { public init() {} }
public struct Tag {}
@propertyWrapper public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// toml++ is C++: CTOMLShims includes it. This module only says which library is linked.

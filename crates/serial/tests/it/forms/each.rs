//! A test per file of `targets/forms`.

reenact_testkit::trials! { super::check_target:
    carriers "Carriers.java",
    foo "Foo.java",
    linked_list "LinkedList.java",
    mistakes "Mistakes.java",
    opens "Opens.java",
    point "Point.java",
    range "Range.java",
    records "Records.java",
    refused "Refused.java",
    server_monitor "ServerMonitor.java",
    versions "Versions.java",
}

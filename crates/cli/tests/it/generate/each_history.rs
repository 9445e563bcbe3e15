//! A test per scenario of `histories/src`. Written by `REENACT_BLESS=1 cargo test -p reenact-cli scenarios_have`.

reenact_testkit::trials! { super::scenarios::check_history:
    account "account",
    array "array",
    counter "counter",
    cursor "cursor",
    desk "desk",
    door "door",
    journal "journal",
    links "links",
    makers "makers",
    plant "plant",
    retyped "retyped",
    tape "tape",
}

//! Any bytes are a probe plan, or an error; any text is the agent's options, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_wire::AgentOptions;
use reenact_wire::plan::Plan;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(plan) = Plan::read(bytes.to_vec()) {
        let _ = plan.to_string();
        plan.class(b"com/acme/Order");
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(options) = text.parse::<AgentOptions>()
        && let Ok(encoded) = options.encode()
    {
        assert!(encoded.parse() == Ok(options), "{encoded} reads back differently");
    }
});

//! Addresses of the network.

use super::form::LogicalForm;
use super::object::Object;

/// The host's name as it was given or resolved before; it is not resolved here.
fn host(object: &Object) -> Option<Option<String>> {
    object.object("holder")?.nullable_string("hostName")
}

pub(super) fn inet4(object: &Object) -> Option<LogicalForm> {
    let bytes = object.object("holder")?.int("address")?.to_be_bytes().to_vec();
    Some(LogicalForm::InetAddress { host: host(object)?, bytes, scope: None })
}

pub(super) fn inet6(object: &Object) -> Option<LogicalForm> {
    let holder = object.object("holder6")?;
    let bytes = holder.bytes("ipaddress")?.iter().map(|byte| *byte as u8).collect();
    let scope = holder.boolean("scope_id_set")?.then(|| holder.int("scope_id"));
    Some(LogicalForm::InetAddress { host: host(object)?, bytes, scope: scope.unwrap_or_default() })
}

pub(super) fn socket(object: &Object) -> Option<LogicalForm> {
    let holder = object.object("holder")?;
    Some(LogicalForm::SocketAddress {
        host: holder.nullable_string("hostname")?,
        address: holder.reference("addr")?,
        port: holder.int("port")?,
    })
}

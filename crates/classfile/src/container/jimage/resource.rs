//! Resources that `jlink --compress` made smaller.

use super::compact_cp;
use super::index::{ByteOrder, Index};
use crate::container::inflate::{self, Framing};

/// Undoes all compression of a resource, or says why it cannot.
///
/// A compressed resource starts with a header that names a decompressor; what that gives may start
/// with a header again, since jlink's plugins are stacked.
pub(super) fn unpack(
    image: &[u8],
    index: &Index,
    compressed: &[u8],
    size: u64,
    limit: u64,
) -> Result<Vec<u8>, String> {
    let mut content: Option<Vec<u8>> = None;
    for _ in 0..MAX_LAYERS {
        let bytes = content.as_deref().unwrap_or(compressed);
        let Some(header) = Header::read(bytes, index.order) else { break };
        if header.size > limit {
            return Err(format!("declared size of {} bytes is over the limit of {limit}", header.size));
        }
        let name = index.string(image, header.decompressor.into()).map_err(|(_, reason)| reason)?;
        let body = &bytes[HEADER_SIZE..];
        content = Some(match name {
            b"zip" => inflate::inflate(body, header.size, Framing::Zlib)?,
            b"compact-cp" => compact_cp::unpack(image, index, body, header.size)?,
            other => return Err(format!("decompressor {:?} is not known", String::from_utf8_lossy(other))),
        });
    }
    match content {
        Some(content) if content.len() as u64 == size => Ok(content),
        Some(content) => Err(format!("unpacks to {} bytes, but {size} are declared", content.len())),
        None => Err("compressed resource has no header".to_owned()),
    }
}

const MAGIC: u32 = 0xcafe_fafa;
const HEADER_SIZE: usize = 29;

/// jlink stacks two at most; more is an attempt to keep us busy.
const MAX_LAYERS: usize = 4;

/// Magic, compressed size, size, name of the decompressor, an unused word, an unused flag.
struct Header {
    size: u64,
    decompressor: u32,
}

impl Header {
    fn read(bytes: &[u8], order: ByteOrder) -> Option<Header> {
        let is_header = bytes.len() >= HEADER_SIZE && order.u32(bytes, 0) == Some(MAGIC);
        is_header.then_some(Header { size: order.u64(bytes, 12)?, decompressor: order.u32(bytes, 20)? })
    }
}

//! A JDK's runtime image, `lib/modules`.

mod compact_cp;
mod index;
mod resource;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use self::index::{Content, Index, Location, Malformed};
use super::{ClassEntry, Container, ContainerError, Options, SharedBytes};
use crate::mutf8::Mutf8;

/// The classes and resources of all modules that an image was linked from, in the order of module
/// and name.
///
/// Resources that jlink compressed with `zip` or `compact-cp` are unpacked; with anything else, reading that
/// entry fails. The image's own directories, `/modules/` and `/packages/`, are not resources.
pub struct Image {
    location: Box<str>,
    bytes: SharedBytes,
    index: Index,
    options: Options,
    classes: Vec<ClassEntry>,
    class_contents: Vec<Content>,
    resources: Vec<(Box<str>, Content)>,
}

impl Image {
    /// Reads the index of an image. `location` names it in messages. The release among the options
    /// does not matter.
    pub fn open(location: &str, bytes: SharedBytes, options: &Options) -> Result<Image, ContainerError> {
        let error = |(offset, reason): Malformed| ContainerError::new(location, offset as u64, reason);
        let index = Index::read(&bytes).map_err(error)?;
        let Listing { mut classes, mut resources } = Listing::read(&bytes, &index, options).map_err(error)?;
        classes.sort_by(|(one, _), (other, _)| (&one.module, &one.name).cmp(&(&other.module, &other.name)));
        resources.sort_by(|(one, _), (other, _)| one.cmp(other));
        let (classes, class_contents) = classes.into_iter().unzip();
        let options = options.clone();
        Ok(Image { location: location.into(), bytes, index, options, classes, class_contents, resources })
    }

    fn read(&self, content: Content) -> Result<Cow<'_, [u8]>, String> {
        let limit = self.options.limits.entry_size;
        if content.size > limit {
            return Err(format!("declared size of {} bytes is over the limit of {limit}", content.size));
        }
        let length = if content.compressed == 0 { content.size } else { content.compressed };
        let all = &self.bytes[self.index.end()..];
        let start = usize::try_from(content.offset).ok();
        let end = content.offset.checked_add(length).and_then(|end| usize::try_from(end).ok());
        let bytes = start.zip(end).and_then(|(start, end)| all.get(start..end));
        let bytes =
            bytes.ok_or_else(|| format!("content of {length} bytes runs past the end of the image"))?;
        match content.compressed {
            0 => Ok(Cow::Borrowed(bytes)),
            _ => resource::unpack(&self.bytes, &self.index, bytes, content.size, limit).map(Cow::Owned),
        }
    }

    fn error(&self, path: &str, content: Content, reason: String) -> ContainerError {
        let offset = (self.index.end() as u64).saturating_add(content.offset);
        ContainerError::new(format!("{}!{path}", self.location), offset, reason)
    }
}

impl Container for Image {
    fn location(&self) -> &str {
        &self.location
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.classes
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        let (Some(class), Some(&content)) = (self.classes.get(index), self.class_contents.get(index)) else {
            return Err(ContainerError::no_class(&self.location, index));
        };
        self.read(content).map_err(|reason| {
            let module = class.module.as_deref().unwrap_or_default();
            self.error(&format!("/{module}/{}.class", class.name), content, reason)
        })
    }

    fn resources(&self) -> Vec<&str> {
        self.resources.iter().map(|(path, _)| &**path).collect()
    }

    fn read_resource(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        let Ok(index) = self.resources.binary_search_by(|(name, _)| (**name).cmp(path)) else {
            return Ok(None);
        };
        let content = self.resources[index].1;
        self.read(content).map(Some).map_err(|reason| self.error(path, content, reason))
    }
}

/// The resources of an image, in the order of its hash table.
#[derive(Default)]
struct Listing {
    classes: Vec<(ClassEntry, Content)>,
    resources: Vec<(Box<str>, Content)>,
}

impl Listing {
    fn read(image: &[u8], index: &Index, options: &Options) -> Result<Listing, Malformed> {
        let limits = &options.limits;
        if index.entries > limits.entries {
            let reason =
                format!("runtime image has {} entries, over the limit of {}", index.entries, limits.entries);
            return Err((0, reason));
        }
        let mut listing = Listing::default();
        let mut name_bytes = 0;
        for entry in 0..index.entries {
            let Some(location) = index.location(image, entry)? else { continue };
            let name = Name::read(image, index, &location)?;
            name_bytes += name.module.len() + name.path.len();
            if name_bytes > limits.image_names {
                let reason =
                    format!("names of the runtime image are over the limit of {} bytes", limits.image_names);
                return Err((index.end(), reason));
            }
            listing.push(name, location.content);
        }
        Ok(listing)
    }

    fn push(&mut self, name: Name<'_>, content: Content) {
        // Entries for the directories `/modules`, `/packages` and all below them, which the JDK's
        // file system shows: the first two have no module, and the others one of these names.
        if matches!(&*name.module, "" | "modules" | "packages") {
            return;
        }
        match name.path.strip_suffix(".class").filter(|class| !class.is_empty() && !class.ends_with('/')) {
            Some(class) => {
                let size = u32::try_from(content.size).unwrap_or(u32::MAX);
                let module = Some(name.module.as_ref().into());
                self.classes.push((ClassEntry { name: class.into(), module, size }, content));
            }
            None => self.resources.push((format!("/{}/{}", name.module, name.path).into(), content)),
        }
    }
}

/// A resource's name, put together: the path leaves out the module.
struct Name<'a> {
    module: Cow<'a, str>,
    path: String,
}

impl<'a> Name<'a> {
    fn read(image: &'a [u8], index: &Index, location: &Location) -> Result<Name<'a>, Malformed> {
        let part = |offset: u64| match offset {
            0 => Ok(Cow::Borrowed("")),
            offset => index.string(image, offset).map(|string| Mutf8::new(string).to_str()),
        };
        let mut path = part(location.parent)?.into_owned();
        if location.parent != 0 {
            path.push('/');
        }
        path.push_str(&part(location.base)?);
        if location.extension != 0 {
            path.push('.');
            path.push_str(&part(location.extension)?);
        }
        Ok(Name { module: part(location.module)?, path })
    }
}

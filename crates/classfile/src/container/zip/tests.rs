use std::borrow::Cow;

use super::*;
use crate::container::fixtures::{Member, Zip, class_bytes, exercise, options, shared};

fn open(bytes: &[u8]) -> Archive {
    Archive::open("a.jar", shared(bytes), &options()).unwrap()
}

fn open_error(bytes: &[u8]) -> String {
    Archive::open("a.jar", shared(bytes), &options()).err().unwrap().to_string()
}

fn class_names(archive: &Archive) -> Vec<&str> {
    archive.classes().iter().map(|class| &*class.name).collect()
}

fn class<'a>(archive: &'a Archive, name: &str) -> Result<Cow<'a, [u8]>, ContainerError> {
    let index = archive.classes().iter().position(|class| &*class.name == name).expect("class is listed");
    archive.read_class(index)
}

fn resource(archive: &Archive, path: &str) -> String {
    String::from_utf8(archive.read_resource(path).unwrap().expect("resource exists").into_owned()).unwrap()
}

/// Asserts that an archive has just one class, `a/B`, and that it reads.
fn check_one_class(bytes: &[u8]) {
    let archive = open(bytes);
    assert_eq!(class_names(&archive), ["a/B"]);
    assert_eq!(*class(&archive, "a/B").unwrap(), class_bytes("a/B.class"));
}

#[test]
fn lists_by_name_and_reads_stored_and_deflated() {
    let text = "text ".repeat(100);
    let archive = open(
        &Zip::new()
            .deflated("z.txt", text.as_bytes())
            .stored("b/", b"")
            .class("b/C.class")
            .deflated("b/C$D.class", &class_bytes("b/C$D.class"))
            .class("a/Z.class")
            .stored("a.txt", b"a")
            .finish(),
    );
    assert_eq!(class_names(&archive), ["a/Z", "b/C", "b/C$D"]);
    assert_eq!(archive.resources(), ["a.txt", "z.txt"]);
    assert_eq!(archive.classes()[2].size as usize, class_bytes("b/C$D.class").len());
    assert_eq!(archive.classes()[2].module, None);
    assert!(matches!(class(&archive, "b/C").unwrap(), Cow::Borrowed(_)));
    assert_eq!(*class(&archive, "b/C$D").unwrap(), class_bytes("b/C$D.class"));
    assert_eq!(resource(&archive, "z.txt"), text);
    assert_eq!(archive.read_resource("b/").unwrap(), None);
    assert_eq!(archive.read_resource("b/C.class").unwrap(), None);
    assert_eq!(
        archive.read_class(3).unwrap_err().to_string(),
        "a.jar: container has no class number 3 at offset 0"
    );
}

#[test]
fn empty_entries_and_empty_archives() {
    let archive = open(&Zip::new().stored("a", b"").deflated("b", b"").finish());
    assert_eq!((resource(&archive, "a").as_str(), resource(&archive, "b").as_str()), ("", ""));
    for archive in [Zip::new(), Zip::new().zip64(), Zip::new().prefix(b"#!", false)] {
        assert!(class_names(&open(&archive.finish())).is_empty());
    }
}

#[test]
fn data_descriptors_are_not_needed() {
    let data = class_bytes("a/B.class");
    for is_deflated in [true, false] {
        let member = Member {
            name: b"a/B.class",
            data: &data,
            is_deflated,
            has_descriptor: true,
            ..Member::default()
        };
        check_one_class(&Zip::new().member(member).stored("next", b"x").finish());
    }
}

#[test]
fn zip64_entries_and_end_records() {
    let data = class_bytes("a/B.class");
    let zip64 = || Member { name: b"a/B.class", data: &data, is_zip64: true, ..Member::default() };
    check_one_class(&Zip::new().member(zip64()).finish());
    check_one_class(&Zip::new().class("a/B.class").zip64().finish());
    check_one_class(&Zip::new().member(zip64()).zip64().comment(b"comment").finish());
}

#[test]
fn anything_may_stand_in_front() {
    let script = b"#!/bin/sh\nexec java -jar \"$0\"\n";
    for offsets_count_prefix in [true, false] {
        check_one_class(&Zip::new().prefix(script, offsets_count_prefix).class("a/B.class").finish());
        check_one_class(&Zip::new().prefix(script, offsets_count_prefix).class("a/B.class").zip64().finish());
    }
    let other = Zip::new().class("x/Y.class").class("x/Z.class").finish();
    check_one_class(&Zip::new().prefix(&other, false).class("a/B.class").finish());
}

#[test]
fn comments_and_trailing_bytes() {
    check_one_class(&Zip::new().class("a/B.class").comment(b"a comment").finish());
    check_one_class(&Zip::new().class("a/B.class").comment(&[b'x'; 0xffff]).finish());
    // An end record's signature within the comment does not end the archive...
    check_one_class(
        &Zip::new().class("a/B.class").comment(b"PK\x05\x06 is a signature, and no more").finish(),
    );
    // ...and bytes after the archive do not hide its end.
    let trailing = [Zip::new().class("a/B.class").finish(), b"trailing".to_vec()].concat();
    check_one_class(&trailing);
}

#[test]
fn the_last_of_repeated_names_counts() {
    let archive = open(&Zip::new().stored("a", b"first").stored("b", b"b").stored("a", b"second").finish());
    assert_eq!(archive.resources(), ["a", "b"]);
    assert_eq!(resource(&archive, "a"), "second");
}

#[test]
fn names_are_only_names() {
    let names = ["../../etc/passwd", "/abs", "C:\\windows", "a\\B.class", "..//x", "nul\0name"];
    let zip = names.iter().fold(Zip::new(), |zip, name| zip.stored(name, name.as_bytes()));
    let archive = open(&zip.stored(".class", b"").stored("a/.class", b"").finish());
    for name in names.iter().filter(|name| !name.ends_with(".class")) {
        assert_eq!(resource(&archive, name), *name);
    }
    assert_eq!(class_names(&archive), ["a\\B"]);
    assert_eq!(archive.read_resource("a/.class").unwrap().as_deref(), Some(&[][..]));
}

#[test]
fn names_in_utf8_and_cp437() {
    let member = |name| Member { name, data: b"x", ..Member::default() };
    let zip = Zip::new()
        .member(member(b"cp437-\x84.txt"))
        .member(member("utf8-ä.txt".as_bytes()))
        .member(Member { flags: 1 << 11, ..member("flag-ä.txt".as_bytes()) });
    assert_eq!(open(&zip.finish()).resources(), ["cp437-ä.txt", "flag-ä.txt", "utf8-ä.txt"]);
}

#[test]
fn an_entry_that_cannot_be_read_fails_alone() {
    let data = class_bytes("x/Y.class");
    let check = |member: Member<'_>, reason: &str| {
        let member = Member { name: b"x/Y.class", ..member };
        let archive = open(&Zip::new().class("a/B.class").member(member).finish());
        let offset = 30 + "a/B.class".len() + 5 + class_bytes("a/B.class").len();
        assert_eq!(
            class(&archive, "x/Y").unwrap_err().to_string(),
            format!("a.jar!/x/Y.class: {reason} at offset {offset}")
        );
        assert_eq!(*class(&archive, "a/B").unwrap(), class_bytes("a/B.class"));
    };
    let stored = || Member { data: &data, ..Member::default() };
    let deflated = || Member { data: &data, is_deflated: true, ..Member::default() };
    let size = data.len() as u64;
    check(Member { flags: 1, ..stored() }, "entry is encrypted");
    check(Member { method: Some(12), ..stored() }, "compression method 12 is not supported");
    check(Member { method: Some(77), ..stored() }, "compression method 77 is not supported");
    check(
        Member { crc: Some(0), ..stored() },
        &format!("checksum is {:08x}, but 00000000 is declared", libdeflater::crc32(&data)),
    );
    check(
        Member { size: Some(size + 1), ..stored() },
        &format!("{size} bytes are stored, but {} are declared", size + 1),
    );
    check(
        Member { size: Some(size + 1), ..deflated() },
        &format!("inflates to {size} bytes, but {} are declared", size + 1),
    );
    check(
        Member { size: Some(size - 1), ..deflated() },
        &format!("inflates to more than the {} bytes that are declared", size - 1),
    );
    check(
        Member { size: Some((64 << 20) + 1), ..deflated() },
        "declared size of 67108865 bytes is over the limit of 67108864",
    );
    check(Member { method: Some(8), ..stored() }, "deflate data is corrupt or cut short");
}

#[test]
fn an_entry_that_is_not_where_it_should_be_fails_alone() {
    let check = |offset: u64, reason: &str| {
        let member = Member { name: b"x", local_header: Some(offset), is_zip64: true, ..Member::default() };
        let error =
            open(&Zip::new().class("a/B.class").member(member).finish()).read_resource("x").unwrap_err();
        assert_eq!(error, ContainerError::new("a.jar!/x", offset, reason));
    };
    check(1, "no local file header where the directory has it");
    check(1 << 40, "data runs past the end of the archive");
    check(u64::MAX, "data runs past the end of the archive");
}

#[test]
fn checksums_can_be_left_unchecked() {
    let jar =
        Zip::new().member(Member { name: b"a", data: b"x", crc: Some(0), ..Member::default() }).finish();
    let options = Options { check_crc: false, ..options() };
    let archive = Archive::open("a.jar", shared(&jar), &options).unwrap();
    assert_eq!(resource(&archive, "a"), "x");
}

#[test]
fn what_is_not_an_archive_is_refused() {
    let no_end = "no end of central directory record in the last 65,557 bytes";
    assert_eq!(open_error(b""), format!("a.jar: not a zip archive: {no_end} at offset 0"));
    assert_eq!(open_error(&[0; 100_000]), format!("a.jar: not a zip archive: {no_end} at offset 100000"));
    let jar = Zip::new().class("a/B.class").finish();
    let directory = jar.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let mut damaged = jar.clone();
    damaged[directory] = 0;
    assert_eq!(open_error(&damaged), format!("a.jar: damaged central directory at offset {directory}"));
    let end = jar.len() - 22;
    let mut wrong_size = jar.clone();
    wrong_size[end + 14] = 1;
    assert_eq!(
        open_error(&wrong_size),
        format!(
            "a.jar: end record declares a central directory of {} bytes, but only {end} precede it at offset {end}",
            0x10000 + end - directory
        )
    );
    let mut wrong_offset = jar.clone();
    wrong_offset[end + 18] = 1;
    assert_eq!(
        open_error(&wrong_offset),
        format!(
            "a.jar: end record declares the central directory at offset {}, but it is at {directory} at offset {end}",
            0x10000 + directory
        )
    );
}

#[test]
fn too_many_entries_are_refused() {
    let mut options = options();
    options.limits.entries = 2;
    let jar = |count: usize| {
        (0..count).fold(Zip::new(), |zip, number| zip.stored(&number.to_string(), b"")).finish()
    };
    assert!(Archive::open("a.jar", shared(&jar(2)), &options).is_ok());
    let error = Archive::open("a.jar", shared(&jar(3)), &options).err().unwrap();
    assert_eq!(error.reason, "archive has more entries than the limit of 2");
}

/// David Fifield's "better zip bomb": all entries share one kernel of data.
#[test]
fn overlapping_entries_are_refused() {
    let zeros = vec![0; 32 << 20];
    let kernel = || Member { name: b"kernel", data: &zeros, is_deflated: true, ..Member::default() };
    let (packed, crc) = (crate::container::fixtures::deflate(&zeros), libdeflater::crc32(&zeros));
    let honest = Zip::new().member(kernel()).finish();
    assert_eq!(open(&honest).read_resource("kernel").unwrap().unwrap().len(), zeros.len());
    // Further entries with the kernel's sums, but no data of their own.
    let bomb = (0..100).fold(Zip::new().member(kernel()), |zip, number| {
        zip.alias(&format!("copy {number}"), 0, packed.len() as u32, zeros.len() as u32, crc)
    });
    let error = open_error(&bomb.finish());
    assert!(error.contains("entries of 3388997632 bytes in all cannot come from"), "{error}");
}

#[test]
fn multi_release_jars_show_the_highest_version_up_to_the_release() {
    let jar = Zip::new()
        .multi_release()
        .stored("r", b"base")
        .stored("META-INF/versions/9/r", b"9")
        .stored("META-INF/versions/17/r", b"17")
        .stored("META-INF/versions/21/r", b"21")
        .class("p/A.class")
        .stored("META-INF/versions/11/p/A.class", b"11")
        .stored("META-INF/versions/11/p/Only11.class", b"only 11")
        .stored("META-INF/versions/21/p/Only21.class", b"only 21")
        .stored("META-INF/versions/9/", b"")
        .finish();
    let check = |release: u16, r: &str, classes: &[&str]| {
        let archive = Archive::open("a.jar", shared(&jar), &Options::for_release(release)).unwrap();
        assert_eq!(resource(&archive, "r"), r, "release {release}");
        assert_eq!(class_names(&archive), classes, "release {release}");
        assert_eq!(archive.resources(), ["META-INF/MANIFEST.MF", "r"], "release {release}");
    };
    check(0, "base", &["p/A"]);
    check(8, "base", &["p/A"]);
    check(9, "9", &["p/A"]);
    check(11, "9", &["p/A", "p/Only11"]);
    check(17, "17", &["p/A", "p/Only11"]);
    check(25, "21", &["p/A", "p/Only11", "p/Only21"]);
    let archive = open(&jar);
    assert_eq!(*class(&archive, "p/A").unwrap(), *b"11");
    assert_eq!(archive.classes()[0].size, 2);
}

/// As `JarFile.versionedStream` on JDK 17 and 25.
#[test]
fn versions_that_are_none() {
    let archive = open(
        &Zip::new()
            .multi_release()
            .stored("META-INF/versions/9/META-INF/x", b"META-INF has no versions")
            .stored("META-INF/versions/09/a", b"leading zero")
            .stored("META-INF/versions/7/a", b"before the base")
            .stored("META-INF/versions/+9/a", b"sign")
            .stored("META-INF/versions/99999999999/a", b"overflow")
            .stored("META-INF/versions/b", b"no number")
            .stored("meta-inf/versions/9/a", b"case")
            .stored("META-INF/versions/8/c", b"8 is one, whatever the specification says")
            .finish(),
    );
    assert_eq!(archive.resources(), ["META-INF/MANIFEST.MF", "c", "meta-inf/versions/9/a"]);
}

#[test]
fn only_a_manifest_makes_a_multi_release_jar() {
    let jar = |zip: Zip| {
        zip.stored("META-INF/versions/9/a", b"9").class("META-INF/versions/9/A.class").stored("a", b"base")
    };
    let archive = open(&jar(Zip::new().manifest("Manifest-Version: 1.0\n")).finish());
    assert_eq!(resource(&archive, "a"), "base");
    assert_eq!(class_names(&archive), [""; 0], "no loader looks below META-INF");
    assert_eq!(
        archive.resources(),
        ["META-INF/MANIFEST.MF", "META-INF/versions/9/A.class", "META-INF/versions/9/a", "a"]
    );
    // The name counts in any case, and the last one wins.
    let lower = |zip: Zip, text: &str| zip.stored("meta-inf/manifest.mf", text.as_bytes());
    assert_eq!(resource(&open(&jar(lower(Zip::new(), "Multi-Release: true\n")).finish()), "a"), "9");
    assert_eq!(resource(&open(&jar(lower(Zip::new().multi_release(), "A: b\n")).finish()), "a"), "base");
}

#[test]
fn a_broken_manifest_is_a_problem_but_no_obstacle() {
    let archive = open(&Zip::new().manifest("Multi-Release: true\nnonsense\n").class("a/B.class").finish());
    assert_eq!(class_names(&archive), ["a/B"]);
    assert_eq!(archive.manifest().get("Multi-Release"), None);
    assert_eq!(
        archive.problems()[0].to_string(),
        "a.jar!/META-INF/MANIFEST.MF: manifest line 2: no colon after a name at offset 0"
    );
    assert_eq!(
        open(&Zip::new().manifest("Main-Class: a.B\n").finish()).manifest().get("main-class"),
        Some("a.B")
    );
}

#[test]
fn views_of_a_part() {
    let archive = open(
        &Zip::new()
            .class("W/classes/a/B.class")
            .stored("W/classes/x", b"inner")
            .stored("W/classes/META-INF/MANIFEST.MF", b"Multi-Release: true\n")
            .stored("W/classes/META-INF/versions/9/x", b"inner 9")
            .stored("W/other", b"")
            .class("Root.class")
            .stored("x", b"outer")
            .finish(),
    );
    let below = archive.below("W/classes/");
    assert_eq!(below.location(), "a.jar!/W/classes");
    assert_eq!(class_names(&below), ["a/B"]);
    assert_eq!(below.resources(), ["META-INF/MANIFEST.MF", "x"]);
    assert_eq!(resource(&below, "x"), "inner 9");
    let rest = archive.without(&["W/"]);
    assert_eq!((class_names(&rest), rest.resources()), (vec!["Root"], vec!["x"]));
}

#[test]
fn nested_archives_share_or_inflate() {
    let inner = Zip::new().class("a/B.class").finish();
    let outer = Zip::new().stored("lib/stored.jar", &inner).deflated("lib/deflated.jar", &inner).finish();
    let bytes = shared(&outer);
    let archive = Archive::open("a.jar", bytes.clone(), &options()).unwrap();
    for path in ["lib/stored.jar", "lib/deflated.jar"] {
        let nested = archive.nested(path).unwrap().unwrap();
        assert_eq!(nested.location(), format!("a.jar!/{path}"));
        let class = class(&nested, "a/B").unwrap();
        assert_eq!(*class, class_bytes("a/B.class"));
        assert_eq!(bytes.as_ptr_range().contains(&class.as_ptr()), path == "lib/stored.jar");
    }
    assert!(archive.nested("lib/missing.jar").unwrap().is_none());
}

#[test]
fn nested_archives_keep_within_limits() {
    let wrap = |inner: &[u8]| Zip::new().deflated("x.jar", inner).finish();
    let inner = Zip::new().class("a/B.class").stored("zeros", &[0; 1000]).finish();
    let size = inner.len() as u64;
    let with = |change: &dyn Fn(&mut Options)| {
        let mut options = options();
        change(&mut options);
        Archive::open("a.jar", shared(&wrap(&inner)), &options).unwrap()
    };
    let reason = |archive: &Archive| archive.nested("x.jar").err().unwrap().reason;
    let archive = with(&|options| options.limits.nested_size = size - 1);
    assert_eq!(reason(&archive), format!("declared size of {size} bytes is over the limit of {}", size - 1));
    let archive = with(&|options| options.limits.nested_total = 2 * size);
    assert!(archive.nested("x.jar").is_ok() && archive.nested("x.jar").is_ok());
    assert_eq!(
        reason(&archive),
        format!("nested archives are over their common limit of {} bytes", 2 * size)
    );
    let archive = with(&|options| options.limits.depth = 0);
    assert_eq!(reason(&archive), "archives are nested deeper than the limit of 0");
    // An archive may be as deep as the limit, and no deeper: a quine ends too.
    let mut deep = Archive::open("a.jar", shared(&wrap(&wrap(&wrap(&wrap(&inner))))), &options()).unwrap();
    for _ in 0..3 {
        deep = deep.nested("x.jar").unwrap().unwrap();
    }
    assert_eq!(
        deep.nested("x.jar").err().unwrap().to_string(),
        "a.jar!/x.jar!/x.jar!/x.jar!/x.jar: archives are nested deeper than the limit of 3 at offset 0"
    );
}

#[test]
fn reads_from_several_threads() {
    let zip = (0..100).fold(Zip::new(), |zip, number| {
        zip.deflated(&format!("C{number:02}.class"), &class_bytes(&number.to_string()))
    });
    let archive = open(&zip.finish());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for index in 0..100 {
                    assert_eq!(*archive.read_class(index).unwrap(), class_bytes(&index.to_string()));
                }
            });
        }
    });
}

/// A little of everything, in few bytes.
fn small_jar() -> Vec<u8> {
    let data = class_bytes("p/A.class");
    Zip::new()
        .prefix(b"#!/bin/sh\n", false)
        .multi_release()
        .deflated("p/A.class", &data)
        .stored("META-INF/versions/9/p/A.class", b"9")
        .member(Member {
            name: b"z",
            data: b"zip64",
            is_zip64: true,
            has_descriptor: true,
            ..Member::default()
        })
        .stored("lib/x.jar", &Zip::new().stored("y", b"y").finish())
        .zip64()
        .comment(b"PK\x05\x06 comment")
        .finish()
}

fn exercise_archive(bytes: &[u8]) {
    let Ok(archive) = Archive::open("a.jar", shared(bytes), &options()) else { return };
    exercise(&archive);
    if let Ok(Some(nested)) = archive.nested("lib/x.jar") {
        exercise(&nested);
    }
}

#[test]
fn survives_truncation_at_every_length() {
    let jar = small_jar();
    for length in 0..jar.len() {
        exercise_archive(&jar[..length]);
        exercise_archive(&jar[length..]);
    }
}

#[test]
fn survives_every_flipped_bit() {
    let mut jar = small_jar();
    for bit in 0..8 * jar.len() {
        jar[bit / 8] ^= 1 << (bit % 8);
        exercise_archive(&jar);
        jar[bit / 8] ^= 1 << (bit % 8);
    }
}

/// Numbers in headers that are as large or as small as they can be.
#[test]
fn survives_extreme_numbers_everywhere() {
    let jar = small_jar();
    for width in [2, 4, 8] {
        for byte in [0, 0x7f, 0xff] {
            for at in 0..jar.len() - width {
                let mut jar = jar.clone();
                jar[at..at + width].fill(byte);
                exercise_archive(&jar);
            }
        }
    }
}

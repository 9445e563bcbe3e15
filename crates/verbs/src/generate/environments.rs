//! JVMs of other environments: other defaults, clocks, users, hosts, directories and variables.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{env, fs};

use reenact_jvm::driver::DriverOptions;
use reenact_verify::{Defaults, Environment};

use super::Error;

/// Variables that a JVM may need to start, or that keep paths readable.
const KEPT_VARIABLES: [&str; 6] = ["PATH", "LD_LIBRARY_PATH", "TMPDIR", "LC_ALL", "LC_CTYPE", "LANG"];

/// Variables as a build server has them.
const OTHER_VARIABLES: [(&str, &str); 3] = [("CI", "true"), ("TERM", "dumb"), ("SHELL", "/bin/false")];

/// Returns the options of a JVM in an environment. `place` is a directory that does not exist yet, for what is in it.
pub fn options(
    usual: &DriverOptions,
    environment: &Environment,
    place: &Path,
) -> Result<DriverOptions, Error> {
    let mut options = usual.clone();
    if let Some(defaults) = &environment.defaults {
        options.vm_options.extend(default_options(defaults, usual.jdk.version.feature));
        set(&mut options, "LC_ALL", OsStr::new("POSIX"));
    }
    if let Some(moment) = &environment.moment {
        options.moved.clock = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(moment.seconds));
    }
    if environment.variables {
        let is_kept = |name: &OsString| KEPT_VARIABLES.iter().any(|kept| name == kept);
        let hidden = env::vars_os().map(|(name, _)| name).filter(|name| !is_kept(name));
        options.environment.extend(hidden.map(|name| (name, None)));
        OTHER_VARIABLES.iter().for_each(|(name, value)| set(&mut options, name, OsStr::new(value)));
    }
    if let Some(user) = environment.user {
        let home = made(place, user)?;
        options.vm_options.push(format!("-Duser.name={user}").into());
        options.vm_options.push(format!("-Duser.home={}", home.display()).into());
        set(&mut options, "USER", OsStr::new(user));
        set(&mut options, "LOGNAME", OsStr::new(user));
        set(&mut options, "HOME", home.as_os_str());
    }
    if let Some(host) = environment.host {
        options.moved.host_name = Some(host.to_owned());
        set(&mut options, "HOSTNAME", OsStr::new(host));
    }
    if environment.directory {
        options.directory = Some(made(place, "another directory")?);
    }
    if environment.identity_hashes {
        // HotSpot draws them from one sequence instead of one for each thread.
        let drawn = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"];
        options.vm_options.extend(drawn.map(OsString::from));
    }
    Ok(options)
}

fn set(options: &mut DriverOptions, name: &str, value: &OsStr) {
    options.environment.push((name.into(), Some(value.to_owned())));
}

fn made(place: &Path, name: &str) -> Result<std::path::PathBuf, Error> {
    let path = place.join(name);
    match fs::create_dir_all(&path) {
        Ok(()) => Ok(path),
        Err(error) => Err(Error::Write { path, error }),
    }
}

/// Returns the options for another locale, time zone and charset.
fn default_options(defaults: &Defaults, feature: u32) -> Vec<OsString> {
    let encoding = match feature {
        ..18 => defaults.charset,
        // From JDK 18 on the default is UTF-8 unless the system's is asked for (JEP 400).
        _ => "COMPAT",
    };
    [
        format!("-Duser.language={}", defaults.language),
        format!("-Duser.country={}", defaults.country),
        format!("-Duser.timezone={}", defaults.time_zone),
        format!("-Dfile.encoding={encoding}"),
    ]
    .map(OsString::from)
    .to_vec()
}

//! The uses that are made of probes.
//!
//! A service answers the probes of its kind of [sites](crate::probe::sites::Site). `probe::natives` finds the service of
//! a call by the site when it begins, and by the token from then on. `record` and `history` are safe in
//! production: they never answer a call in the place of its method. `snapshot` has no probes; it is for JVMs that
//! Reenact has started.

pub mod history;
pub mod record;
pub mod session;
pub mod snapshot;

use crate::ffi::{Jni, jobject};
use crate::probe::token::Token;
use crate::probe::value::{Ended, Value};
use session::Session;

/// A use of probes. Everything but [`tick`](Self::tick) and [`stop`](Self::stop) runs on the subject's thread:
/// no Java is called, nothing is waited for.
pub trait Service {
    /// The kind of its sites.
    type Site;

    /// A method is called; returns a token if the call is of interest. The receiver comes with calls that ask for it.
    fn begin(
        &self,
        session: &Session,
        jni: Jni,
        site: &Self::Site,
        receiver: Option<jobject>,
    ) -> Option<Token>;

    /// Takes the receiver or an argument, in order.
    fn argument(&self, session: &Session, jni: Jni, token: Token, value: Value<'_>);

    /// All arguments were taken; returns how the call continues.
    fn ready(&self, session: &Session, jni: Jni, token: Token) -> Reply;

    /// The call is over.
    fn end(&self, session: &Session, jni: Jni, token: Token, ended: Ended<'_>);

    /// Does what is due now and then, on the writer's thread.
    fn tick(&self, session: &Session, jni: Jni);

    /// Releases everything, on the writer's thread, when the recording has ended.
    fn stop(&self, session: &Session, jni: Jni);
}

/// How a call continues when its arguments are known. A service that answers calls itself adds a reply of its own;
/// then the code at the method's entry (`probe::instrument`) returns the answer instead of running the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The method runs.
    Proceed,
}

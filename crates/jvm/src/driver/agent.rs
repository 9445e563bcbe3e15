//! Requests to the agent in the driver's JVM.

use std::time::Duration;

use reenact_wire::driver::{Command, Event};

use super::{Driver, DriverError};

impl Driver {
    /// Passes a request on to the agent, between two runs, and returns its answer. The JVM must be the one that earlier requests went
    /// to, so that a JVM that has ended is an error.
    pub fn ask_agent(&mut self, request: &[u8], limit: Duration) -> Result<Vec<u8>, DriverError> {
        match self.ask_once(&Command::Ask(request.to_vec()), limit) {
            Ok(Event::Answered { test: None, answer }) if answer.is_empty() => {
                Err(DriverError::Refused { reason: "this JVM runs without the agent".to_owned() })
            }
            Ok(Event::Answered { test: None, answer }) => Ok(answer),
            Ok(event) => Err(DriverError::unexpected(&event)),
            Err(error) => {
                if !matches!(error, DriverError::Refused { .. }) {
                    self.kill();
                }
                Err(error)
            }
        }
    }
    /// Runs the initializers of classes, in this order, as far as they have not run.
    pub fn initialize(&mut self, classes: &[String], limit: Duration) -> Result<(), DriverError> {
        match self.ask_once(&Command::Initialize(classes.to_vec()), limit) {
            Ok(Event::RunEnded) => Ok(()),
            Ok(event) => Err(DriverError::unexpected(&event)),
            Err(error) => {
                self.kill();
                Err(error)
            }
        }
    }
}

//! spring-petclinic as a server.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{io, thread};

use reenact_host::{Command, Finished, Running};
use reenact_jvm::Java;
use rustix::process::{Pid, Signal, kill_process};

use super::http::{self, Response};
use crate::environment::{Environment, TIME_LIMIT};
use crate::{Result, cpu};

/// The program's own classes, as a pattern.
pub const INCLUDE: &str = "org.springframework.samples.petclinic.**";

/// How to come by a jar.
pub const ADVICE: &str = "spring-petclinic is left out: give its jar with --petclinic JAR. To get one: \
    git clone https://github.com/spring-projects/spring-petclinic && cd spring-petclinic && \
    mvn -q -B package -DskipTests -Dcheckstyle.skip -Dspring-javaformat.skip && ls target/*.jar";

/// Starting may be slow with everything recorded.
const START_LIMIT: Duration = Duration::from_secs(300);

/// Pages that are only read, and can be requested again and again.
pub const READING: [&str; 10] = [
    "/",
    "/owners/find",
    "/owners?lastName=",
    "/owners?lastName=&page=2",
    "/owners?lastName=Davis",
    "/owners/6",
    "/owners/6/edit",
    "/owners/3/pets/3/edit",
    "/vets.html?page=1",
    "/vets",
];

/// Requests that write, in an order that makes sense; wrong forms are among them.
const WRITING: [(&str, &str); 7] = [
    ("/owners/new", "firstName=Ada&lastName=Byron&address=1+Row&city=London&telephone=6085551023"),
    ("/owners/new", "firstName=&lastName=Byron&address=&city=London&telephone=none"),
    ("/owners/11/pets/new", "name=Countess&birthDate=2019-04-01&type=cat"),
    ("/owners/11/pets/new", "name=&birthDate=2999-04-01&type=cat"),
    ("/owners/11/pets/14/visits/new", "date=2024-02-02&description=rabies+shot"),
    ("/owners/11/edit", "firstName=Ada&lastName=Lovelace&address=2+Row&city=London&telephone=6085551024"),
    ("/owners/6/pets/8/visits/new", "date=2024-02-03&description="),
];

/// A running server. Dropped, it is gone.
pub struct Server {
    running: Running,
    port: u16,
}

impl Server {
    /// Starts the jar and waits until it answers. The caller adds to the launch as needed.
    pub fn start(
        environment: &Environment,
        jar: &Path,
        prepare: impl FnOnce(Java) -> Result<Java>,
    ) -> Result<Server> {
        Server::start_in(environment, jar, prepare, Ok)
    }

    /// As [`Server::start`], with something changed around the launch, such as the environment.
    pub fn start_in(
        environment: &Environment,
        jar: &Path,
        prepare: impl FnOnce(Java) -> Result<Java>,
        around: impl FnOnce(Command) -> Result<Command>,
    ) -> Result<Server> {
        let port = http::free_port()?;
        let java = prepare(Java::jar(&environment.jdk, jar))?
            .arg(format!("--server.port={port}"))
            .arg("--server.address=127.0.0.1")
            .arg("--spring.main.banner-mode=off");
        let running = around(environment.command(java))?.spawn()?;
        let begun = Instant::now();
        loop {
            match http::request(port, "/", None) {
                Ok(response) if response.status == 200 => return Ok(Server { running, port }),
                answer if cpu::has_ended(running.id()) || begun.elapsed() > START_LIMIT => {
                    // No longer than an ended one needs to be waited for.
                    let finished = running.wait(begun.elapsed() + Duration::from_secs(5))?;
                    environment.check("spring-petclinic", &finished)?;
                    return Err(format!("spring-petclinic did not come up: {answer:?}").into());
                }
                _ => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Everything it can be asked, with the answers; each round asks again.
    pub fn visit_all(&self, rounds: u32) -> io::Result<Vec<(String, Response)>> {
        let mut answers = Vec::new();
        for round in 0..rounds {
            for path in READING {
                answers.push((format!("{round} GET {path}"), http::request(self.port, path, None)?));
            }
            if round == 0 {
                for (path, form) in WRITING {
                    answers
                        .push((format!("POST {path} {form}"), http::request(self.port, path, Some(form))?));
                }
                answers.push(("GET /owners/11".into(), http::request(self.port, "/owners/11", None)?));
                // Throws, on purpose.
                answers.push(("GET /oups".into(), http::request(self.port, "/oups", None)?));
            }
        }
        Ok(answers)
    }

    /// Asks everything that only reads, once.
    pub fn read_all(&self) -> Result<()> {
        for path in READING {
            let response = http::request(self.port, path, None)?;
            if response.status != 200 {
                return Err(format!("GET {path} gave status {}", response.status).into());
            }
        }
        Ok(())
    }

    /// The CPU time that it has used.
    pub fn cpu(&self) -> Result<Duration> {
        Ok(cpu::of_process(self.running.id()).ok_or("the server is gone")?)
    }

    /// Asks it to end, as a service manager would, and waits for that.
    pub fn stop(self, environment: &Environment) -> Result<Finished> {
        let id = Pid::from_raw(self.running.id() as i32).ok_or("the server has no process id")?;
        kill_process(id, Signal::TERM)?;
        let finished = self.running.wait(TIME_LIMIT)?;
        environment.check("spring-petclinic", &finished)?;
        Ok(finished)
    }
}

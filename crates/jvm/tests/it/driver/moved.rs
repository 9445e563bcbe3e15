//! JVMs whose clock is moved, in the sandbox of verification, on every JDK that is here.

use std::time::{Duration, SystemTime};

use reenact_jvm::driver::{Driver, DriverOptions};
use reenact_jvm::moved::Moved;

use super::support::{compile, options, report_lines, run};

/// The day and the host name that are expected are properties.
const LOOKS: &str = r#"
    //- LooksTest.java
    import java.util.concurrent.locks.LockSupport;
    import org.junit.jupiter.api.*;
    class LooksTest {
        @Test void day() {
            Assertions.assertEquals(System.getProperty("day"), java.time.LocalDate.now().toString());
            Assertions.assertEquals(System.getProperty("day"), new java.sql.Date(System.currentTimeMillis()).toString());
        }
        @Test void host() throws Exception {
            Assertions.assertEquals("countess", java.net.InetAddress.getLocalHost().getHostName());
            Assertions.assertNull(System.getenv("LD_PRELOAD"));
        }
        @Test void waits() throws Exception {
            long start = System.nanoTime();
            Thread.sleep(20);
            synchronized (this) {
                wait(20);
            }
            LockSupport.parkUntil(System.currentTimeMillis() + 20);
            Assertions.assertTrue(System.nanoTime() - start >= 40_000_000);
        }
        @Test void hangs() {
            while (true) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
"#;

#[test]
fn tests_run_on_other_days() {
    // Seconds since 1970, the last just before midnight.
    let days = [("1970-01-01", 30), ("2028-02-29", 1_835_438_400), ("2099-12-31", 4_102_444_740)];
    for jdk in reenact_testkit::jdks() {
        let program = compile(&jdk, LOOKS);
        for (day, seconds) in days {
            let vm_options = [format!("-Dday={day}"), "-Duser.timezone=UTC".to_owned()];
            let mut driver = Driver::start(DriverOptions {
                vm_options: vm_options.map(Into::into).to_vec(),
                moved: Moved {
                    clock: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)),
                    host_name: Some("countess".to_owned()),
                },
                network: false,
                writes: Some(Vec::new()),
                ..options(&jdk, &program)
            })
            .unwrap();
            let mut tests = run("LooksTest#day LooksTest#host LooksTest#waits");
            assert_eq!(
                report_lines(&driver.run(&tests).unwrap()),
                ["LooksTest#day passed", "LooksTest#host passed", "LooksTest#waits passed"],
                "{day} on JDK {}",
                jdk.version.full
            );
            if seconds == 30 {
                tests.tests = vec!["LooksTest#hangs".parse().unwrap()];
                tests.limit = Duration::from_millis(300);
                let lines = report_lines(&driver.run(&tests).unwrap());
                assert!(lines[0].starts_with("LooksTest#hangs timed out"), "{lines:?}");
            }
            driver.quit().unwrap();
        }
    }
}

//! The seccomp filter: system calls that a sandboxed program may not make.
//!
//! It closes what neither a mount namespace nor Landlock closes: Unix-domain and other sockets that no network
//! namespace holds back, signals and scheduling of other processes, io_uring (whose operations no filter sees), new
//! namespaces, and calls that this table does not know yet. A program of classic BPF is assembled here by hand: the
//! rules need several error numbers, a bound on the call number and the program's own process id, which
//! crates for seccomp do not offer together.
//!
//! The filter sees numbers, not memory. A path or a socket address cannot be judged, so a call is refused whole.

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JGT, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, c_long,
    sock_filter,
};

/// The constant that stands for the program's own process id until the program has one; no process has it.
pub(super) const OWN_PROCESS: u32 = 0x7fff_fff1;

/// The work that the other parts of a sandbox leave to the filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Profile {
    /// Refuse to change modes, owners, time stamps and extended attributes of any file: no mount namespace
    /// makes the files outside read-only.
    pub(super) refuse_attributes: bool,
    /// Refuse System V and POSIX interprocess communication: no namespace keeps it apart.
    pub(super) refuse_ipc: bool,
    /// Refuse signals to other processes, the program's own children included.
    pub(super) refuse_signals: bool,
    /// The sockets that it may open.
    pub(super) sockets: Sockets,
}

/// The sockets that a program may open. Pairs of connected stream sockets are always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sockets {
    /// Internet and Unix-domain sockets.
    All,
    /// Internet sockets; a network namespace holds them back.
    Internet,
    /// TCP alone; Landlock holds it back.
    Tcp,
    /// None.
    None,
}

/// A condition on one argument; arguments are compared by their low 32 bits, as the kernel reads them.
enum Refuse {
    Always,
    Unless(u8, &'static [u32]),
    If(u8, &'static [u32]),
    IfAnyBit(u8, u32),
}

use Refuse::{Always, If, IfAnyBit, Unless};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: u32 = 0;

/// The last call that this table knows, `file_setattr` of Linux 6.17. Later ones do not exist as far as the program
/// can see; nor do those of the x32 ABI, whose numbers are larger.
const LAST_KNOWN: u32 = 469;

const ALL_NAMESPACES: u32 = 0x7e02_0000;

/// Calls that are refused in every sandbox.
const ALWAYS: &[(c_long, Refuse)] = &[
    // The file system's shape, and namespaces in which it could be changed.
    (libc::SYS_mount, Always),
    (libc::SYS_umount2, Always),
    (libc::SYS_pivot_root, Always),
    (libc::SYS_chroot, Always),
    (libc::SYS_unshare, Always),
    (libc::SYS_setns, Always),
    (libc::SYS_clone, IfAnyBit(0, ALL_NAMESPACES)),
    (libc::SYS_open_tree, Always),
    (libc::SYS_move_mount, Always),
    (libc::SYS_fsopen, Always),
    (libc::SYS_fsconfig, Always),
    (libc::SYS_fsmount, Always),
    (libc::SYS_fspick, Always),
    (libc::SYS_mount_setattr, Always),
    (OPEN_TREE_ATTR, Always),
    (libc::SYS_open_by_handle_at, Always),
    (libc::SYS_swapon, Always),
    (libc::SYS_swapoff, Always),
    (libc::SYS_quotactl, Always),
    (libc::SYS_quotactl_fd, Always),
    (libc::SYS_acct, Always),
    // Other processes: their memory, descriptors and scheduling.
    (libc::SYS_ptrace, Always),
    (libc::SYS_process_vm_readv, Always),
    (libc::SYS_process_vm_writev, Always),
    (libc::SYS_process_madvise, Always),
    (libc::SYS_process_mrelease, Always),
    (libc::SYS_pidfd_getfd, Always),
    (libc::SYS_migrate_pages, Always),
    (libc::SYS_move_pages, Always),
    (libc::SYS_setpriority, Always),
    (libc::SYS_ioprio_set, Always),
    (libc::SYS_sched_setscheduler, Always),
    (libc::SYS_sched_setparam, Always),
    (libc::SYS_sched_setattr, Always),
    (libc::SYS_sched_setaffinity, Always),
    (libc::SYS_prlimit64, Unless(0, &[0, OWN_PROCESS])),
    // Leaving the process group, by which the program is ended.
    (libc::SYS_setpgid, Always),
    (libc::SYS_setsid, Always),
    // Signals in disguise: descriptors whose owner is another process; leases, by which others wait.
    (libc::SYS_fcntl, If(1, &[8, 10, 15, 1024])),
    // The same by ioctl (FIOSETOWN, SIOCSPGRP), and typing into a terminal (TIOCSTI, TIOCLINUX, TIOCSCTTY).
    (libc::SYS_ioctl, If(1, &[0x8901, 0x8902, 0x5412, 0x541c, 0x540e])),
    // The kernel: keys that outlive the program, tracing, its clock, modules.
    (libc::SYS_io_uring_setup, Always),
    (libc::SYS_io_uring_enter, Always),
    (libc::SYS_io_uring_register, Always),
    (libc::SYS_bpf, Always),
    (libc::SYS_perf_event_open, Always),
    (libc::SYS_userfaultfd, Always),
    (libc::SYS_fanotify_init, Always),
    (libc::SYS_add_key, Always),
    (libc::SYS_request_key, Always),
    (libc::SYS_keyctl, Always),
    (libc::SYS_syslog, Always),
    (libc::SYS_reboot, Always),
    (libc::SYS_kexec_load, Always),
    (libc::SYS_init_module, Always),
    (libc::SYS_finit_module, Always),
    (libc::SYS_delete_module, Always),
    (libc::SYS_settimeofday, Always),
    (libc::SYS_clock_settime, Always),
    (libc::SYS_clock_adjtime, Always),
    (libc::SYS_adjtimex, Always),
    (libc::SYS_sethostname, Always),
    (libc::SYS_setdomainname, Always),
];

const OPEN_TREE_ATTR: c_long = 467;

/// Modes, owners, time stamps and extended attributes.
const ATTRIBUTES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // setxattrat, removexattrat and file_setattr have no name in `libc` yet.
    463,
    466,
    469,
];

/// The same by the names that only this architecture has.
#[cfg(target_arch = "x86_64")]
const OLD_ATTRIBUTES: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_ATTRIBUTES: &[c_long] = &[];

/// FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR and FS_IOC_SETVERSION.
const ATTRIBUTES_BY_IOCTL: &[u32] = &[0x4008_6602, 0x401c_5820, 0x4008_7602];

const IPC: &[c_long] = &[libc::SYS_shmget, libc::SYS_semget, libc::SYS_msgget, libc::SYS_mq_open];

const SIGNALS: &[(c_long, Refuse)] = &[
    (libc::SYS_kill, Unless(0, &[OWN_PROCESS])),
    (libc::SYS_tgkill, Unless(0, &[OWN_PROCESS])),
    (libc::SYS_tkill, Always),
    (libc::SYS_rt_sigqueueinfo, Unless(0, &[OWN_PROCESS])),
    (libc::SYS_rt_tgsigqueueinfo, Unless(0, &[OWN_PROCESS])),
    (libc::SYS_pidfd_send_signal, Always),
];

const UNIX: u32 = libc::AF_UNIX as u32;
const INET: u32 = libc::AF_INET as u32;
const INET6: u32 = libc::AF_INET6 as u32;
/// How programs list network interfaces.
const NETLINK: u32 = libc::AF_NETLINK as u32;

/// The bits of a socket's type; SOCK_NONBLOCK and SOCK_CLOEXEC are above.
const TYPE_OF_SOCKET: u32 = 0xf;

/// Returns the program of the filter; `None` on processors whose call numbers are not known here.
pub(super) fn assemble(profile: Profile) -> Option<Vec<sock_filter>> {
    if ARCHITECTURE == 0 {
        return None;
    }
    let mut program = Assembler::default();
    program.load(ARCHITECTURE_AT);
    // Calls by the number of another architecture, such as those of 32-bit code.
    program.skip_if(BPF_JEQ, ARCHITECTURE, 1);
    program.answer(error(libc::ENOSYS));
    program.load(NUMBER_AT);
    program.skip_unless(BPF_JGT, LAST_KNOWN, 1);
    program.answer(error(libc::ENOSYS));
    // Its flags are in memory. The C library falls back to `clone`, whose flags are an argument.
    program.refuse(libc::SYS_clone3, &Always, libc::ENOSYS);
    if profile.refuse_attributes {
        for &call in ATTRIBUTES.iter().chain(OLD_ATTRIBUTES) {
            program.refuse(call, &Always, libc::EPERM);
        }
        program.block(libc::SYS_ioctl, |block| block.answer_if_any(1, ATTRIBUTES_BY_IOCTL, libc::EPERM));
    }
    if profile.refuse_ipc {
        IPC.iter().for_each(|&call| program.refuse(call, &Always, libc::EPERM));
    }
    if profile.refuse_signals {
        SIGNALS.iter().for_each(|(call, refuse)| program.refuse(*call, refuse, libc::EPERM));
    }
    match profile.sockets {
        Sockets::All => {
            program.refuse(libc::SYS_socket, &Unless(0, &[UNIX, INET, INET6, NETLINK]), libc::EACCES)
        }
        Sockets::Internet => {
            program.refuse(libc::SYS_socket, &Unless(0, &[INET, INET6, NETLINK]), libc::EACCES)
        }
        Sockets::Tcp => program.block(libc::SYS_socket, Assembler::answer_unless_tcp),
        Sockets::None => program.refuse(libc::SYS_socket, &Unless(0, &[NETLINK]), libc::EACCES),
    }
    program.block(libc::SYS_socketpair, Assembler::answer_unless_connected_pair);
    for (call, refuse) in ALWAYS {
        program.refuse(*call, refuse, libc::EPERM);
    }
    program.answer(libc::SECCOMP_RET_ALLOW);
    Some(program.instructions)
}

/// Offsets in `struct seccomp_data`.
const NUMBER_AT: u32 = 0;
const ARCHITECTURE_AT: u32 = 4;
const fn argument_at(index: u8) -> u32 {
    16 + 8 * index as u32
}

fn error(number: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | number as u32
}

/// Between blocks the accumulator holds the number of the call.
#[derive(Default)]
struct Assembler {
    instructions: Vec<sock_filter>,
}

impl Assembler {
    fn load(&mut self, offset: u32) {
        self.push(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
    }

    fn answer(&mut self, answer: u32) {
        self.push(BPF_RET | BPF_K, answer, 0, 0);
    }

    fn skip_if(&mut self, condition: u32, value: u32, count: usize) {
        self.push(BPF_JMP | condition | BPF_K, value, count, 0);
    }

    fn skip_unless(&mut self, condition: u32, value: u32, count: usize) {
        self.push(BPF_JMP | condition | BPF_K, value, 0, count);
    }

    fn refuse(&mut self, call: c_long, refuse: &Refuse, number: i32) {
        self.block(call, |block| match *refuse {
            Always => block.answer(error(number)),
            Unless(argument, values) => {
                block.load(argument_at(argument));
                for (at, &value) in values.iter().enumerate() {
                    block.skip_if(BPF_JEQ, value, values.len() - at);
                }
                block.answer(error(number));
                block.answer(libc::SECCOMP_RET_ALLOW);
            }
            If(argument, values) => block.answer_if_any(argument, values, number),
            IfAnyBit(argument, mask) => {
                block.load(argument_at(argument));
                block.skip_unless(BPF_JSET, mask, 1);
                block.answer(error(number));
                block.answer(libc::SECCOMP_RET_ALLOW);
            }
        });
    }

    /// Refuses if an argument is one of the values. Otherwise continues, with the number of the call.
    fn answer_if_any(&mut self, argument: u8, values: &[u32], number: i32) {
        self.load(argument_at(argument));
        for (at, &value) in values.iter().enumerate() {
            // To the answer behind the last comparison, or, from the last one, over it.
            match values.len() - at - 1 {
                0 => self.skip_unless(BPF_JEQ, value, 1),
                left => self.skip_if(BPF_JEQ, value, left),
            }
        }
        self.answer(error(number));
        self.load(NUMBER_AT);
    }

    fn answer_unless_tcp(&mut self) {
        self.load(argument_at(0));
        self.skip_if(BPF_JEQ, NETLINK, 6);
        self.skip_if(BPF_JEQ, INET, 1);
        self.skip_unless(BPF_JEQ, INET6, 3);
        self.load(argument_at(1));
        self.push(BPF_ALU | BPF_AND | BPF_K, TYPE_OF_SOCKET, 0, 0);
        self.skip_if(BPF_JEQ, libc::SOCK_STREAM as u32, 1);
        self.answer(error(libc::EACCES));
        self.answer(libc::SECCOMP_RET_ALLOW);
    }

    /// A pair of datagram sockets can be pointed at other sockets; one of stream sockets stays as it is.
    fn answer_unless_connected_pair(&mut self) {
        self.load(argument_at(0));
        self.skip_unless(BPF_JEQ, UNIX, 4);
        self.load(argument_at(1));
        self.push(BPF_ALU | BPF_AND | BPF_K, TYPE_OF_SOCKET, 0, 0);
        self.skip_if(BPF_JEQ, libc::SOCK_STREAM as u32, 2);
        self.skip_if(BPF_JEQ, libc::SOCK_SEQPACKET as u32, 1);
        self.answer(error(libc::EACCES));
        self.answer(libc::SECCOMP_RET_ALLOW);
    }

    /// Instructions for one call; the others skip them.
    fn block(&mut self, call: c_long, body: impl FnOnce(&mut Assembler)) {
        let mut block = Assembler::default();
        body(&mut block);
        self.skip_unless(BPF_JEQ, call as u32, block.instructions.len());
        self.instructions.append(&mut block.instructions);
    }

    fn push(&mut self, code: u32, k: u32, if_true: usize, if_false: usize) {
        let offset = |count: usize| u8::try_from(count).expect("blocks are short");
        let (jt, jf) = (offset(if_true), offset(if_false));
        self.instructions.push(sock_filter { code: code as u16, jt, jf, k });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Profile = Profile {
        refuse_attributes: true,
        refuse_ipc: true,
        refuse_signals: true,
        sockets: Sockets::Internet,
    };

    /// Runs a filter as the kernel does, and returns its answer: `0` for an allowed call, or the error number.
    fn run(profile: Profile, architecture: u32, call: c_long, arguments: [u32; 2]) -> u32 {
        let program = assemble(profile).unwrap();
        let load = |offset| match offset {
            NUMBER_AT => call as u32,
            ARCHITECTURE_AT => architecture,
            16 => arguments[0],
            24 => arguments[1],
            _ => panic!("no such offset {offset}"),
        };
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = program[at];
            let jump = |holds: bool| usize::from(if holds { jt } else { jf });
            at += 1;
            match u32::from(code) {
                code if code == BPF_LD | BPF_W | BPF_ABS => accumulator = load(k),
                code if code == BPF_ALU | BPF_AND | BPF_K => accumulator &= k,
                code if code == BPF_JMP | BPF_JEQ | BPF_K => at += jump(accumulator == k),
                code if code == BPF_JMP | BPF_JGT | BPF_K => at += jump(accumulator > k),
                code if code == BPF_JMP | BPF_JSET | BPF_K => at += jump(accumulator & k != 0),
                code if code == BPF_RET | BPF_K && k == libc::SECCOMP_RET_ALLOW => return 0,
                code if code == BPF_RET | BPF_K => return k & 0xffff,
                code => panic!("unknown instruction {code:#x}"),
            }
        }
    }

    fn answer(profile: Profile, call: c_long, arguments: [u32; 2]) -> i32 {
        run(profile, ARCHITECTURE, call, arguments) as i32
    }

    #[test]
    fn ordinary_calls_pass() {
        for call in [libc::SYS_read, libc::SYS_openat, libc::SYS_execve, libc::SYS_futex, libc::SYS_connect] {
            assert_eq!(answer(STRICT, call, [0, 0]), 0);
        }
    }

    #[test]
    fn every_call_of_the_table_is_refused() {
        let listed = ATTRIBUTES.iter().chain(OLD_ATTRIBUTES).chain(IPC);
        for &call in
            listed.chain(ALWAYS.iter().chain(SIGNALS).filter(|row| matches!(row.1, Always)).map(|row| &row.0))
        {
            assert_eq!(answer(STRICT, call, [0, 0]), libc::EPERM, "call {call}");
        }
    }

    #[test]
    fn calls_of_another_architecture_and_later_ones_do_not_exist() {
        assert_eq!(run(STRICT, 0x4000_0003, 1, [0, 0]) as i32, libc::ENOSYS);
        for call in [libc::SYS_clone3, c_long::from(LAST_KNOWN) + 1, 0x4000_0000] {
            assert_eq!(answer(STRICT, call, [0, 0]), libc::ENOSYS, "call {call}");
        }
    }

    #[test]
    fn arguments_decide() {
        for (call, arguments, expected) in [
            (libc::SYS_kill, [OWN_PROCESS, 15], 0),
            (libc::SYS_kill, [1, 15], libc::EPERM),
            (libc::SYS_kill, [u32::MAX, 15], libc::EPERM),
            (libc::SYS_kill, [0, 15], libc::EPERM),
            (libc::SYS_tgkill, [OWN_PROCESS, 7], 0),
            (libc::SYS_prlimit64, [0, 0], 0),
            (libc::SYS_prlimit64, [1, 0], libc::EPERM),
            (libc::SYS_clone, [0x003d_0f00, 0], 0),
            (libc::SYS_clone, [0x1000_0000, 0], libc::EPERM),
            (libc::SYS_fcntl, [0, 1030], 0),
            (libc::SYS_fcntl, [0, 8], libc::EPERM),
            (libc::SYS_fcntl, [0, 1024], libc::EPERM),
            (libc::SYS_ioctl, [0, 0x5401], 0),
            (libc::SYS_ioctl, [0, 0x5412], libc::EPERM),
            (libc::SYS_ioctl, [0, 0x540e], libc::EPERM),
            (libc::SYS_ioctl, [0, ATTRIBUTES_BY_IOCTL[0]], libc::EPERM),
            (libc::SYS_ioctl, [0, ATTRIBUTES_BY_IOCTL[2]], libc::EPERM),
            (libc::SYS_socketpair, [UNIX, 1 | libc::SOCK_CLOEXEC as u32], 0),
            (libc::SYS_socketpair, [UNIX, 5], 0),
            (libc::SYS_socketpair, [UNIX, 2], libc::EACCES),
            (libc::SYS_socketpair, [INET, 1], libc::EACCES),
        ] {
            assert_eq!(answer(STRICT, call, arguments), expected, "call {call} of {arguments:?}");
        }
    }

    #[test]
    fn sockets_follow_the_profile() {
        const VSOCK: u32 = 40;
        let (stream, datagram) =
            (libc::SOCK_STREAM as u32 | libc::SOCK_CLOEXEC as u32, libc::SOCK_DGRAM as u32);
        let opened = |sockets, family, kind| {
            answer(Profile { sockets, ..STRICT }, libc::SYS_socket, [family, kind]) == 0
        };
        for (sockets, unix, tcp, udp) in [
            (Sockets::All, true, true, true),
            (Sockets::Internet, false, true, true),
            (Sockets::Tcp, false, true, false),
            (Sockets::None, false, false, false),
        ] {
            assert_eq!(opened(sockets, UNIX, stream), unix, "{sockets:?}");
            assert_eq!(opened(sockets, INET, stream), tcp, "{sockets:?}");
            assert_eq!(opened(sockets, INET6, stream), tcp, "{sockets:?}");
            assert_eq!(opened(sockets, INET, datagram), udp, "{sockets:?}");
            assert!(opened(sockets, NETLINK, 3) && !opened(sockets, VSOCK, stream), "{sockets:?}");
        }
    }

    #[test]
    fn a_lax_profile_leaves_attributes_and_signals_to_others() {
        let lax = Profile {
            refuse_attributes: false,
            refuse_ipc: false,
            refuse_signals: false,
            sockets: Sockets::All,
        };
        for call in [libc::SYS_fchmodat, libc::SYS_utimensat, libc::SYS_kill, libc::SYS_shmget] {
            assert_eq!(answer(lax, call, [1, 0]), 0, "call {call}");
        }
        assert_eq!(answer(lax, libc::SYS_ptrace, [0, 0]), libc::EPERM);
    }
}

// The number of the process.
package targets.system.processids;

class LockFiles {
    String owner() { // point: system
        return "pid " + ProcessHandle.current().pid();
    }

    String ownerOf(long number) { // no point
        System.out.println(ProcessHandle.current().pid());
        return "pid " + number;
    }
}

// Whether a lock is free depends on the other threads.
package targets.system.trylocks;

import java.util.concurrent.locks.ReentrantLock;

class Rebuild {
    private final ReentrantLock lock = new ReentrantLock();

    boolean run(Runnable work) { // point: system
        if (!lock.tryLock()) {
            return false;
        }
        work.run();
        lock.unlock();
        return true;
    }

    boolean runAlone(Runnable work) { // no point
        lock.lock();
        work.run();
        lock.unlock();
        return true;
    }
}

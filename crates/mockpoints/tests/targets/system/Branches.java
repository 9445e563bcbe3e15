// A branch is enough; nothing needs to be returned.
package targets.system.branches;

import java.time.LocalTime;
import java.util.List;

class Shop {
    private boolean isOpen;

    void update() { // point: system
        if (LocalTime.now().getHour() >= 8) {
            isOpen = true;
        }
    }

    void announce(List<String> board) { // no point
        LocalTime now = LocalTime.now();
        if (board.isEmpty()) {
            System.out.println("nothing to say at " + now);
        }
    }

    // Values that depend only on the branch are not followed: that would be implicit flow, which the paper leaves out.
    boolean isOpen() { // no point
        return isOpen;
    }
}

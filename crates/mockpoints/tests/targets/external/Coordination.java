// State that machines share.
package targets.external.coordination;

import org.apache.zookeeper.ZooKeeper;

class Leaders {
    private ZooKeeper keeper;

    boolean isLeader(String self) { // point: external
        return new String(keeper.getData(path("leader"), false, null)).equals(self);
    }

    String path(String name) { // no point
        return "/shop/" + name;
    }
}

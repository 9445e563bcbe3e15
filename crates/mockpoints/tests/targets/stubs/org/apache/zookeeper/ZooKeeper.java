package org.apache.zookeeper;

public abstract class ZooKeeper {
    public abstract byte[] getData(String path, boolean watch, Object stat);
}

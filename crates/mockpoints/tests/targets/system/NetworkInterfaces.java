// The hardware of the machine, which libraries that generate ids read.
package targets.system.networkinterfaces;

import java.net.NetworkInterface;
import java.net.SocketException;

class MachineIds {
    long id() throws SocketException { // point: system
        long id = 0;
        for (byte part : NetworkInterface.getByIndex(1).getHardwareAddress()) {
            id = id << 8 | part & 0xff;
        }
        return id;
    }

    long idOf(byte[] address) throws SocketException { // no point
        System.out.println(NetworkInterface.getByIndex(1));
        long id = 0;
        for (byte part : address) {
            id = id << 8 | part & 0xff;
        }
        return id;
    }
}

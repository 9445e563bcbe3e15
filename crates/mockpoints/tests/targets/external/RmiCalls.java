// RMI: a call by the remote interface goes out; a call of the implementation's class does not.
package targets.external.rmicalls;

import java.rmi.Remote;
import java.rmi.RemoteException;

interface RateDesk extends Remote {
    double rate(String currency) throws RemoteException;
}

class RateDeskImpl implements RateDesk {
    @Override
    public double rate(String currency) { // no point
        return currency.length();
    }
}

class Exchange {
    private RateDesk remote;
    private RateDeskImpl local;

    double remoteRate(String currency) throws RemoteException { // point: external
        return remote.rate(currency);
    }

    double localRate(String currency) { // no point
        return local.rate(currency);
    }
}

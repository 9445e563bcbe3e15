// Two helpers with types that cannot be recorded, one above the other; the caller itself makes no call to the outside.
package targets.external.liftedtwice;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.net.URL;

class Feeds {
    private InputStream open(String address) throws IOException { // no point
        return new URL(address).openStream();
    }

    private BufferedReader reader(String address) throws IOException { // no point
        return new BufferedReader(new InputStreamReader(open(address)));
    }

    String title(String address) throws IOException { // point: external
        return reader(address).readLine();
    }

    String titleOf(String text) throws IOException { // no point
        return new BufferedReader(new StringReader(text)).readLine();
    }
}

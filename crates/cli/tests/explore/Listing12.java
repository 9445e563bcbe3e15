package listing12;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

public class Listing12 {
    public static void readFully(InputStream in, byte[] dest, int off, int len) throws IOException {
        if (in instanceof DataInput)
            ((DataInput) in).readFully(dest, off, len);
        else {
            int count = 0;
            while (count < len) {
                int step = in.read(dest, off + count, len - count);
                if (step < 0)
                    throw new EOFException();
                count += step;
            }
        }
    }
}

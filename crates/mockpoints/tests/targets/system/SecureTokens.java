// The generator fills an array that it is given.
package targets.system.securetokens;

import java.security.SecureRandom;
import java.util.Base64;

class SessionKeys {
    String key() { // point: system
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    String empty() { // no point
        byte[] bytes = new byte[16];
        byte[] salt = new byte[16];
        new SecureRandom().nextBytes(salt);
        System.out.println(salt.length);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }
}

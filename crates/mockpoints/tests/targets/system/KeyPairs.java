// Keys are chance.
package targets.system.keypairs;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;

class Signing {
    byte[] publicKey() throws NoSuchAlgorithmException { // point: system
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        return pair.getPublic().getEncoded();
    }

    String algorithm() throws NoSuchAlgorithmException { // no point
        KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
        System.out.println(generator.generateKeyPair().getPublic());
        return generator.getAlgorithm();
    }
}

// A library that holds what it is given against the clock: a token is expired tomorrow.
package targets.system.tokens;

import io.jsonwebtoken.JwtParser;

class Tokens {
    private JwtParser parser;

    String user(String token) { // point: system
        try {
            return parser.setSigningKey("secret").parseClaimsJws(token);
        } catch (IllegalArgumentException expired) {
            return null;
        }
    }

    void configure(String key) { // no point
        parser.setSigningKey(key);
    }
}

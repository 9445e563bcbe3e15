package io.jsonwebtoken;

public interface JwtParser {
    JwtParser setSigningKey(String key);

    String parseClaimsJws(String token);
}

package shapes.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Calls of {@link Packet} as they were recorded. */
class PacketRecordedTest {
    @Test
    void checksum_arrayOf20_returnsMinus1474699965() {
        byte[] payload = "POST /plain HTTP/1.1".getBytes(StandardCharsets.UTF_8);

        assertEquals(-1474699965, Packet.checksum(payload));
    }

    @Test
    void checksum_arrayOf31_returnsMinus1796869838() {
        byte[] payload = """
                Zürich
                öffnet
                — um "9" Uhr
                """.getBytes(StandardCharsets.UTF_8);

        assertEquals(-1796869838, Packet.checksum(payload));
    }

    @Test
    void checksum_arrayOf40_returns548643581() {
        byte[] payload = {
            7, 38, 69, 100, -125, -94, -63, -32, -1, 30, 61, 92, 123, -102, -71, -40, -9, 22, 53,
            84, 115, -110, -79, -48, -17, 14, 45, 76, 107, -118, -87, -56, -25, 6, 37, 68, 99, -126,
            -95, -64
        };

        assertEquals(548643581, Packet.checksum(payload));
    }

    @Test
    void checksum_arrayOf300_returnsMinus1343592453() {
        byte[] payload = Base64.getDecoder().decode(
                "ByZFZIOiweD/Hj1ce5q52PcWNVRzkrHQ7w4tTGuKqcjnBiVEY4KhwN/+HTxbepm41/YV"
                        + "NFNykbDP7g0sS2qJqMfmBSRDYoGgv979HDtaeZi31vUUM1JxkK/O7QwrSmmIp8blBCNC"
                        + "YYCfvt38GzpZeJe21fQTMlFwj67N7AsqSWiHpsXkAyJBYH+evdz7GjlYd5a11PMSMVBv"
                        + "jq3M6wopSGeGpcTjAiFAX36dvNv6GThXdpW00/IRME9ujazL6gkoR2aFpMPiASA/Xn2c"
                        + "u9r5GDdWdZSz0vEQL05tjKvK6QgnRmWEo8LhAB8+XXybutn4FzZVdJOy0fAPLk1si6rJ"
                        + "6AcmRWSDosHg/x49XHuaudj3FjVUc5Kx0O8OLUxriqnI5wYlRGOCocDf/h08");

        assertEquals(-1343592453, Packet.checksum(payload));
    }

    @Test
    void inverted_arrayOf200_returnsArrayOf200() {
        byte[] payload = Base64.getDecoder().decode(
                "ByZFZIOiweD/Hj1ce5q52PcWNVRzkrHQ7w4tTGuKqcjnBiVEY4KhwN/+HTxbepm41/YV"
                        + "NFNykbDP7g0sS2qJqMfmBSRDYoGgv979HDtaeZi31vUUM1JxkK/O7QwrSmmIp8blBCNC"
                        + "YYCfvt38GzpZeJe21fQTMlFwj67N7AsqSWiHpsXkAyJBYH+evdz7GjlYd5a11PMSMVBv"
                        + "jq3M6wopSGeGpcTjAiFAX36dvNv6GThXdpW00/IRME9ujazL6gkoR2aFpMPiASA=");

        byte[] result = Packet.inverted(payload);

        assertArrayEquals(
                Base64.getDecoder().decode(
                        "+Nm6m3xdPh8A4cKjhGVGJwjpyquMbU4vEPHSs5R1VjcY+dq7nH1ePyAB4sOkhWZHKAnq"
                                + "y6yNbk8wEfLTtJV2VzgZ+tu8nX5fQCEC48SlhmdIKQrrzK2Ob1AxEvPUtZZ3WDka+9y9"
                                + "nn9gQSID5MWmh2hJKgvsza6PcFEyE/TVtpd4WTob/N2+n4BhQiME5caniGlKKwztzq+Q"
                                + "cVIzFPXWt5h5Wjsc/d6/oIFiQyQF5seoiWpLLA3uz7CRclM0FfbXuJl6Wzwd/t8="),
                result);
    }
}

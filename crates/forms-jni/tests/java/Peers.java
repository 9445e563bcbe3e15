package generated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.reenact.serial.*;
import java.io.ByteArrayInputStream;
import java.util.*;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.*;

/** Documents are read by other libraries: Jackson for JSON and CBOR, the JDK's parser for XML. */
public class Peers {
    public record All(boolean flag, byte small, char letter, short middle, int number, long large, float single, double real,
            String text, byte[] bytes, int[] ints, List<?> list, All inner) {}

    static All random(Random r, int depth) {
        double real = r.nextGaussian() * 1e9;
        float single = (float) r.nextGaussian();
        return new All(r.nextBoolean(), Values.aByte(r), (char) ('a' + r.nextInt(26)), Values.aShort(r), Values.anInt(r), Values.aLong(r),
                single, real, text(r), Values.bytes(r), new int[] {r.nextInt(), 0},
                new ArrayList<>(Arrays.asList(1, text(r), null, true)), depth == 0 ? null : random(r, depth - 1));
    }

    /** Text without lone surrogates, which a peer may refuse. */
    static String text(Random r) {
        String text = Values.aText(r);
        return text == null ? "" : new String(text.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.UTF_8);
    }

    static void same(Object expected, Object found) {
        if (!Objects.deepEquals(expected, found)) throw new AssertionError("expected " + expected + ", found " + found);
    }

    static void tree(All all, JsonNode node, boolean isBinary) throws Exception {
        same(All.class.getName(), node.get("$class").textValue());
        same(1, node.get("$version").intValue());
        same(all.flag(), node.get("flag").booleanValue());
        same((int) all.small(), node.get("small").intValue());
        same(String.valueOf(all.letter()), node.get("letter").textValue());
        same((int) all.middle(), node.get("middle").intValue());
        same(all.number(), node.get("number").intValue());
        same(all.large(), node.get("large").longValue());
        same(all.single(), isBinary ? node.get("single").floatValue() : Float.parseFloat(node.get("single").asText()));
        same(all.real(), node.get("real").doubleValue());
        same(all.text(), node.get("text").textValue());
        same(all.bytes(), node.get("bytes").binaryValue());
        same(all.ints()[0], node.get("ints").get(0).intValue());
        same(all.list().get(1), node.get("list").get(1).textValue());
        same(true, node.get("list").get(2).isNull());
        if (all.inner() == null) same(true, node.get("inner").isNull());
        else tree(all.inner(), node.get("inner"), isBinary);
    }

    static Map<String, Element> components(Element element) {
        Map<String, Element> found = new LinkedHashMap<>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element) found.put(((Element) child).getAttribute("name"), (Element) child);
        }
        return found;
    }

    static void xml(All all, Element element) {
        same(All.class.getName(), element.getAttribute("class"));
        same("1", element.getAttribute("version"));
        Map<String, Element> found = components(element);
        same(String.valueOf(all.flag()), found.get("flag").getTextContent());
        same(String.valueOf(all.number()), found.get("number").getTextContent());
        same(String.valueOf(all.large()), found.get("large").getTextContent());
        same(all.real(), Double.parseDouble(found.get("real").getTextContent()));
        // Text that XML cannot hold has escapes, and says so.
        if (!found.get("text").hasAttribute("escaped")) same(all.text(), found.get("text").getTextContent());
        same(all.bytes(), Base64.getDecoder().decode(found.get("bytes").getTextContent()));
        if (all.inner() == null) same("true", found.get("inner").getAttribute("null"));
        else xml(all.inner(), found.get("inner"));
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(7);
        ObjectMapper json = new ObjectMapper();
        CBORMapper cbor = new CBORMapper();
        for (int i = 0; i < 300; i++) {
            All all = random(random, i % 4);
            tree(all, json.readTree(Forms.encode(all, Encoding.JSON)), false);
            tree(all, cbor.readTree(Forms.encode(all, Encoding.CBOR)), true);
            Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(Forms.encode(all, Encoding.XML)));
            xml(all, document.getDocumentElement());
            // And the other way: documents that a peer wrote again, with other spaces, are read.
            All again = (All) Forms.decode(json.writerWithDefaultPrettyPrinter()
                    .writeValueAsBytes(json.readTree(Forms.encode(all, Encoding.JSON))), Encoding.JSON, All.class);
            same(all.text(), again.text());
            same(all.large(), again.large());
        }
        System.out.println("300 documents");
    }
}

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Attributes;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.parser.Tag;
import org.jsoup.safety.Cleaner;
import org.jsoup.safety.Safelist;
import org.jsoup.select.Elements;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.QueryParser;

/** What a program does with jsoup: parse, select, change and clean pages. */
public class JsoupWork {
    private static final String PAGE = "<!doctype html><html lang=en><head><title>Tea &amp; mugs</title>"
            + "<meta name=author content='A. Person'><base href='https://shop.example/'></head><body class='wide dark'>"
            + "<h1 id=top>Prices</h1><ul id=list><li data-id=1>Tea <b>3.50</b><li data-id=2>Mug <b>7</b></ul>"
            + "<p>Read <a href='terms.html'>terms</a>, <a href='https://other.example/x?a=1&b=2'>more</a>.<br>Caf\u00e9</p>"
            + "<table><tr><th>id<td>name</tr></table><form action=/buy><input name=count value=2><select name=size>"
            + "<option value=s>small<option value=l selected>large</select><textarea name=note>none</textarea></form>"
            + "<script>var x = '<p>';</script><!-- end --></body></html>";

    public static void main(String[] arguments) {
        Document document = Jsoup.parse(PAGE, "https://shop.example/index.html");
        document.title();
        document.charset();
        document.text();
        select(document);
        change(document.clone());
        clean();
        values();
        Document feed = Jsoup.parse("<feed><entry id='1'>a</entry><entry id='2'/></feed>", "", Parser.xmlParser());
        feed.select("entry[id=2]").attr("id");
        feed.outerHtml();
        document.select("form").forms().get(0).formData();
        document.outputSettings().prettyPrint(false).escapeMode(Entities.EscapeMode.xhtml);
        document.html();
    }

    private static void select(Document document) {
        String[] queries = {"li", "ul > li:eq(1) b", "a[href^=https]", "p:contains(Read)", "#list li[data-id=2]",
            "h1 + ul", "body.wide.dark h1", "li:has(b):not(:first-child)", "*:matchesOwn(^Caf)", "tr > *", "b, a"};
        for (String query : queries) {
            Elements found = document.select(query);
            found.eachText();
            found.hasClass("wide");
            found.is("li");
            QueryParser.parse(query).toString();
        }
        for (Element link : document.getElementsByTag("a")) {
            link.absUrl("href");
            link.attr("href");
            link.parent().childNodeSize();
            link.cssSelector();
            link.siblingElements().size();
        }
        try {
            document.select("li[");
        } catch (IllegalStateException expected) {
            // Recorded as it is.
        }
        Element list = document.getElementById("list");
        list.children().next().text();
        list.firstElementChild().nextElementSibling().ownText();
        list.closest("body").classNames();
        list.dataset();
        StringBuilder names = new StringBuilder();
        NodeTraversor.traverse((node, depth) -> names.append(node.nodeName()).append(depth), list);
    }

    private static void change(Document document) {
        Element list = document.getElementById("list");
        list.appendElement("li").text("New & <improved>").attr("data-id", "3").addClass("fresh").toggleClass("old");
        list.prepend("<li>First</li>").child(0).wrap("<div class=box></div>");
        list.append("text").appendChild(new TextNode("end"));
        document.select("b").unwrap();
        document.select("script").remove();
        document.select("h1").first().tagName("h2").removeClass("none").before("<hr>").after(new TextNode("after"));
        document.select("p").first().empty().html("<i>made</i> anew").insertChildren(0, new Element("em"));
        document.body().attributes().put("lang", "de");
        document.body().removeAttr("class");
        document.outerHtml();
        list.val("x");
        list.hasText();
    }

    private static void clean() {
        String[] inputs = {"<b>ok</b><script>no()</script>", "<a href='javascript:x'>a</a><a href='http://x.example'>b</a>",
            "plain & simple", "<img src=x onerror=y><p style='a'>t"};
        Safelist[] lists = {Safelist.none(), Safelist.basic(), Safelist.relaxed().addTags("mark").removeTags("img"),
            Safelist.simpleText().addAttributes("b", "title").addProtocols("a", "href", "ftp")};
        for (String input : inputs) {
            for (Safelist list : lists) {
                Jsoup.clean(input, list);
                Jsoup.isValid(input, list);
                new Cleaner(list).clean(Jsoup.parseBodyFragment(input)).body().html();
            }
        }
    }

    private static void values() {
        for (String text : List.of("a < b & \"c\"", "caf\u00e9 \u20ac", "plain", "&copy;&#x41;")) {
            Entities.escape(text);
            Entities.unescape(text);
            Parser.unescapeEntities(text, false);
        }
        Entities.isNamedEntity("copy");
        Entities.getByName("lt");
        Attributes attributes = new Attributes();
        attributes.add("Id", "1");
        attributes.put(new Attribute("title", "x"));
        attributes.put("hidden", null);
        attributes.getIgnoreCase("id");
        attributes.hasKeyIgnoreCase("TITLE");
        attributes.normalize();
        attributes.html();
        attributes.removeIgnoreCase("title");
        attributes.asList();
        Tag.valueOf("p").isBlock();
        Tag.valueOf("custom").isKnownTag();
        Tag.isKnownTag("div");
        new Element(Tag.valueOf("div"), "https://base.example/").append("<p>1<p>2").select("p").last().text();
    }
}

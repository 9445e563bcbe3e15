package dev.reenact.bench;

import java.util.Random;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.safety.Safelist;

/** jsoup parses a page with the usual mistakes in it, selects, changes, cleans and writes it. */
final class PageWork implements Work.Unit {

    private final String page = page();

    @Override
    public long run() {
        Document document = Jsoup.parse(page, "https://example.org/");
        long sum = 0;
        for (Element row : document.select("table tr:nth-child(odd) > td.name")) {
            row.addClass("seen").append("<em>" + row.siblingIndex() + "</em>");
            sum = 31 * sum + row.text().hashCode();
        }
        sum = 31 * sum + document.select("a[href^=/item]").eachAttr("abs:href").hashCode();
        sum = 31 * sum + document.outerHtml().hashCode();
        return 31 * sum + Jsoup.clean(page, Safelist.basic()).hashCode();
    }

    private static String page() {
        Random random = new Random(7);
        StringBuilder page = new StringBuilder("<!doctype html><title>Items &amp; more</title><body><table>");
        for (int i = 0; i < 300; i++) {
            page.append("<tr id=r").append(i).append("><td class='name'>Item <b>").append(random.nextInt(10_000));
            page.append("</td><td><a href='/item/").append(i).append("'>more</a><td>&euro;").append(random.nextInt(99));
            page.append(i % 9 == 0 ? "<script>alert(1)</script>" : "<!-- row -->").append("<p>unclosed <i>text");
        }
        return page.toString();
    }
}

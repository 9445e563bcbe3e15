import java.util.HashMap;
import java.util.Map;
import org.apache.commons.text.CaseUtils;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.commons.text.StringSubstitutor;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.TextStringBuilder;
import org.apache.commons.text.WordUtils;
import org.apache.commons.text.similarity.CosineDistance;
import org.apache.commons.text.similarity.FuzzyScore;
import org.apache.commons.text.similarity.HammingDistance;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.apache.commons.text.similarity.LevenshteinDetailedDistance;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.commons.text.similarity.LongestCommonSubsequence;
import org.apache.commons.text.diff.StringsComparator;

/** What a program does with commons-text: templates, escapes, similarity. */
public class TextWork {
    public static void main(String[] arguments) {
        Map<String, String> values = new HashMap<>();
        values.put("animal", "quick brown fox");
        values.put("target", "lazy dog");
        StringSubstitutor substitutor = new StringSubstitutor(values);
        substitutor.replace("The ${animal} jumps over the ${target}, ${undefined:-or not}.");
        substitutor.setEnableSubstitutionInVariables(true).replace("no variables");
        for (String text : new String[] {"<a href=\"x\">R&D</a>", "tab\tnew\nline", "plain", "caf\u00e9 \u20ac"}) {
            StringEscapeUtils.escapeHtml4(text);
            StringEscapeUtils.escapeJava(text);
            StringEscapeUtils.escapeJson(text);
            StringEscapeUtils.escapeXml11(text);
            StringEscapeUtils.escapeCsv(text);
            StringEscapeUtils.unescapeHtml4(StringEscapeUtils.escapeHtml4(text));
            WordUtils.capitalizeFully(text, ' ', '<');
            WordUtils.wrap(text, 6, "|", true);
            WordUtils.initials(text);
            CaseUtils.toCamelCase(text, true, ' ', '\t');
        }
        String[][] pairs = {{"kitten", "sitting"}, {"", "abc"}, {"same", "same"}, {"martha", "marhta"}};
        for (String[] pair : pairs) {
            new LevenshteinDistance().apply(pair[0], pair[1]);
            new LevenshteinDistance(2).apply(pair[0], pair[1]);
            new LevenshteinDetailedDistance().apply(pair[0], pair[1]);
            new JaroWinklerSimilarity().apply(pair[0], pair[1]);
            new LongestCommonSubsequence().apply(pair[0], pair[1]);
            new FuzzyScore(java.util.Locale.ENGLISH).fuzzyScore(pair[0], pair[1]);
            new StringsComparator(pair[0], pair[1]).getScript();
            try {
                new HammingDistance().apply(pair[0], pair[1]);
                new CosineDistance().apply(pair[0], pair[1]);
            } catch (IllegalArgumentException expected) {
                // Recorded as it is.
            }
        }
        StringTokenizer tokenizer = new StringTokenizer("a b 'c d' e", ' ', '\'');
        tokenizer.setEmptyTokenAsNull(true);
        tokenizer.getTokenList();
        while (tokenizer.hasNext()) {
            tokenizer.nextToken();
        }
        TextStringBuilder builder = new TextStringBuilder("x");
        builder.appendln("first").appendSeparator(";").appendAll("a", "b").deleteAll('a').trim();
        builder.leftString(3);
        builder.startsWith("x");
        builder.reverse();
    }
}

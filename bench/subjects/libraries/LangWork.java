import java.util.Locale;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.CharSet;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.LocaleUtils;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.text.StrBuilder;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.StopWatch;
import org.apache.commons.lang3.tuple.ImmutablePair;
import org.apache.commons.lang3.tuple.MutablePair;
import org.apache.commons.lang3.tuple.Pair;

/** What a program does with commons-lang3: names, ranges, fractions, pairs. */
public class LangWork {
    public static void main(String[] arguments) {
        for (String name : new String[] {"ada lovelace", "  grace  hopper ", "", null, "Konrad Zuse"}) {
            StringUtils.capitalize(StringUtils.normalizeSpace(name));
            StringUtils.abbreviate(name, 8);
            StringUtils.reverseDelimited(name, ' ');
            StringUtils.swapCase(name);
            StringUtils.leftPad(name, 14, '.');
            StringUtils.substringBetween(name, "a", "e");
            StringUtils.getLevenshteinDistance(name == null ? "" : name, "ada");
        }
        for (String text : new String[] {"12", "-3.5e7", "0x1F", "abc", "", "9999999999"}) {
            NumberUtils.isCreatable(text);
            NumberUtils.toInt(text, -1);
            try {
                NumberUtils.createNumber(text);
            } catch (NumberFormatException expected) {
                // Recorded as it is.
            }
        }
        Fraction half = Fraction.getFraction(1, 2);
        Fraction third = Fraction.getReducedFraction(2, 6);
        half.add(third).multiplyBy(Fraction.getFraction("3/4")).reduce().toProperString();
        half.compareTo(third);
        half.pow(3);
        third.invert();
        Range<Integer> range = Range.between(3, 9);
        range.contains(4);
        range.isOverlappedBy(Range.between(8, 12));
        range.intersectionWith(Range.between(5, 20));
        range.fit(40);
        CharSet.getInstance("a-z", "^0-9").contains('x');
        Pair<String, Integer> pair = ImmutablePair.of("left", 2);
        pair.compareTo(Pair.of("left", 3));
        pair.toString("%s=%s");
        MutablePair<String, Integer> mutable = MutablePair.of("a", 1);
        mutable.setValue(5);
        MutableInt counter = new MutableInt(4);
        counter.add(3);
        counter.getAndIncrement();
        counter.compareTo(new MutableInt(8));
        ArrayUtils.addAll(new int[] {1, 2}, 3, 4);
        ArrayUtils.indexOf(new double[] {1.5, 2.5}, 2.4, 0.2);
        ArrayUtils.removeElement(new String[] {"x", "y", "x"}, "x");
        ArrayUtils.toPrimitive(new Integer[] {7, null, 9}, -1);
        DurationFormatUtils.formatDuration(93_784_000L, "d 'days' HH:mm:ss");
        DurationFormatUtils.formatDurationWords(93_784_000L, true, true);
        LocaleUtils.toLocale("en_GB");
        LocaleUtils.localeLookupList(Locale.CANADA_FRENCH);
        StrBuilder builder = new StrBuilder("total: ");
        builder.append(42).appendSeparator(", ").appendFixedWidthPadLeft(7, 4, '0').replaceAll("4", "four");
        builder.indexOf("four");
        builder.toString();
        new HashCodeBuilder(17, 37).append("x").append(3L).append(new int[] {1}).toHashCode();
        new EqualsBuilder().append(1, 1).append("a", "b").isEquals();
        new StopWatch().reset();
    }
}

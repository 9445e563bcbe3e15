import com.google.common.base.CaseFormat;
import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.base.Stopwatch;
import com.google.common.base.Strings;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeMap;
import com.google.common.collect.Lists;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeRangeSet;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.Hashing;
import com.google.common.math.IntMath;
import com.google.common.math.LongMath;
import com.google.common.net.HostAndPort;
import com.google.common.net.InternetDomainName;
import com.google.common.primitives.Ints;
import com.google.common.primitives.UnsignedInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a program does with Guava: collections, strings, ranges, graphs. */
public class GuavaWork {
    public static void main(String[] arguments) {
        Joiner.on(", ").skipNulls().join("a", null, "c");
        Joiner.on('&').withKeyValueSeparator("=").join(ImmutableMap.of("k", 1, "l", 2));
        Splitter.on(',').trimResults().omitEmptyStrings().splitToList(" x, ,y ");
        CharMatcher.inRange('0', '9').retainFrom("a1b22");
        CharMatcher.whitespace().trimAndCollapseFrom("  two   words ", '_');
        CaseFormat.LOWER_HYPHEN.to(CaseFormat.UPPER_CAMEL, "some-long-name");
        Strings.padStart("7", 3, '0');
        Strings.commonPrefix("interview", "internet");
        ArrayListMultimap<String, Integer> multimap = ArrayListMultimap.create();
        multimap.put("a", 1);
        multimap.put("a", 2);
        multimap.get("a");
        multimap.containsEntry("a", 2);
        HashMultiset<String> multiset = HashMultiset.create(List.of("x", "y", "x"));
        multiset.count("x");
        multiset.setCount("z", 4);
        HashBiMap<String, Integer> bimap = HashBiMap.create();
        bimap.put("one", 1);
        bimap.inverse().get(1);
        ImmutableList<String> list = ImmutableList.of("p", "q", "r");
        list.reverse();
        list.subList(1, 3).indexOf("r");
        Lists.partition(List.of(1, 2, 3, 4, 5), 2).get(2);
        Sets.symmetricDifference(Sets.newHashSet(1, 2), Sets.newHashSet(2, 3)).size();
        Ordering.natural().nullsFirst().isOrdered(Lists.newArrayList(null, 1, 2));
        Range<Integer> range = Range.closedOpen(1, 10);
        range.contains(10);
        range.intersection(Range.atLeast(5));
        range.span(Range.singleton(20));
        TreeRangeSet<Integer> ranges = TreeRangeSet.create();
        ranges.add(Range.closed(1, 3));
        ranges.add(Range.closed(3, 6));
        ranges.complement().contains(4);
        ImmutableRangeMap.<Integer, String>builder().put(Range.lessThan(5), "low").build().get(3);
        MutableGraph<String> graph = GraphBuilder.directed().build();
        graph.putEdge("a", "b");
        graph.successors("a");
        graph.inDegree("b");
        Hashing.murmur3_32_fixed().hashString("reenact", StandardCharsets.UTF_8).toString();
        Hashing.crc32().hashInt(42).asInt();
        IntMath.binomial(10, 4);
        IntMath.divide(7, 2, RoundingMode.HALF_UP);
        LongMath.checkedMultiply(1L << 20, 3);
        Ints.tryParse("12x");
        Ints.contains(new int[] {1, 2}, 2);
        UnsignedInteger.fromIntBits(-1).dividedBy(UnsignedInteger.valueOf(2)).toString(16);
        HostAndPort.fromString("example.org:8080").withDefaultPort(80).getPort();
        InternetDomainName.from("www.example.co.uk").topPrivateDomain();
        try {
            IntMath.checkedAdd(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException expected) {
            // Recorded as it is.
        }
        Stopwatch.createUnstarted().isRunning();
    }
}

// Through a stream's stages and its collector.
package targets.system.streams;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class Lottery {
    List<Integer> numbers() { // point: system
        return new Random().ints(6, 1, 50).boxed().sorted().collect(Collectors.toList());
    }

    String labelled(List<String> names) { // point: system
        return names.stream().map(name -> name + Math.random()).collect(Collectors.joining(","));
    }

    List<Integer> row(int length) { // no point
        new Random().ints(6, 1, 50).forEach(number -> System.out.println(number));
        return IntStream.range(0, length).boxed().collect(Collectors.toList());
    }
}

import java.io.StringWriter;
import java.util.Arrays;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;

/** What a program does with JOpt Simple: declare options, parse command lines, print help. */
public class OptionsWork {
    public static void main(String[] arguments) throws Exception {
        OptionParser parser = new OptionParser();
        parser.acceptsAll(Arrays.asList("v", "verbose"), "say more");
        OptionSpec<Integer> count =
                parser.accepts("count").withRequiredArg().ofType(Integer.class).defaultsTo(3).describedAs("n");
        OptionSpec<String> names = parser.accepts("name").withRequiredArg().withValuesSeparatedBy(',');
        parser.accepts("out").requiredIf("count").withOptionalArg();
        String[][] lines = {
            {"-v", "--name", "a,b", "rest"},
            {"--count=7", "--out", "file"},
            {"--count", "many", "--out"},
            {"--unknown"},
            {"--count", "1"},
            {},
        };
        for (String[] line : lines) {
            try {
                OptionSet options = parser.parse(line);
                options.has("verbose");
                options.valuesOf(names);
                options.valueOf(count);
                options.nonOptionArguments();
                options.specs();
                options.asMap();
            } catch (OptionException expected) {
                expected.getMessage();
            }
        }
        StringWriter help = new StringWriter();
        parser.printHelpOn(help);
        parser.recognizedOptions();
    }
}

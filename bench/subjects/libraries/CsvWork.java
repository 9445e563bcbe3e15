import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;

/** What a program does with commons-csv: read a table, ask its records, write it again. */
public class CsvWork {
    private static final String TABLE = "id,name,price\n1,\"tea, green\",3.50\n2,mug,\n3,\"say \"\"hi\"\"\",0\n";

    public static void main(String[] arguments) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).setNullString("").build();
        StringWriter written = new StringWriter();
        try (CSVParser parser = CSVParser.parse(new StringReader(TABLE), format);
                CSVPrinter printer = new CSVPrinter(written, CSVFormat.TDF)) {
            parser.getHeaderMap();
            for (CSVRecord record : parser) {
                record.get("name");
                record.get(0);
                record.isConsistent();
                record.isMapped("price");
                record.isSet("colour");
                record.toMap();
                record.toList();
                record.size();
                printer.printRecord(record);
            }
            parser.getCurrentLineNumber();
        }
        CSVFormat quoted = CSVFormat.RFC4180.builder().setQuoteMode(QuoteMode.ALL).setDelimiter(';').build();
        quoted.format("a", 1, null, "x;y");
        quoted.equals(CSVFormat.RFC4180);
        quoted.toString();
        CSVFormat.EXCEL.getDelimiterString();
        CSVFormat.MYSQL.format("tab\there", "back\\slash");
        try {
            CSVFormat.DEFAULT.builder().setQuote(',').build();
        } catch (IllegalArgumentException expected) {
            // Recorded as it is.
        }
    }
}

// Spring: what a document of a library says counts if a document or a class of the subject imports it.
package targets.external.importeddocuments;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportResource;

interface Imported {
    String text();
}

interface ImportedByName {
    String text();
}

interface NotImported {
    String text();
}

@Configuration
@ImportResource("classpath*:stubs/com/acme/imports/by-*.xml")
class Wiring {}

class Reader {
    private Imported imported;
    private ImportedByName importedByName;
    private NotImported notImported;

    String imported() { // point: external
        return imported.text();
    }

    String importedByName() { // point: external
        return importedByName.text();
    }

    String notImported() { // no point
        return notImported.text();
    }
}

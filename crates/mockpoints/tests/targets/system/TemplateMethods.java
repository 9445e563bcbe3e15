// A template method calls hooks below it.
package targets.system.templatemethods;

abstract class Export {
    String export() { // no point
        return header() + "\n" + footer();
    }

    abstract String header();

    String footer() { // no point
        return "end";
    }
}

class DatedExport extends Export {
    @Override
    String header() { // point: system
        return "as of " + java.time.LocalDate.now();
    }
}

class PlainExport extends Export {
    @Override
    String header() { // no point
        System.out.println(java.time.LocalDate.now());
        return "as ordered";
    }
}

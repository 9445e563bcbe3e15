// The default locale of the machine.
package targets.system.locales;

import java.util.Locale;

class Languages {
    String language() { // point: system
        return Locale.getDefault().getLanguage();
    }

    String upper(String text) { // no point
        System.out.println(Locale.getDefault());
        return text.toUpperCase(Locale.ROOT);
    }
}

package histories.array;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** PRODJ's Listing 11: an array that only `addAll` fills, of numbers that only a factory gives, in a color. */
class Scenario {
    static void run() {
        CosArray components = new CosArray();
        List<CosFloat> list = new ArrayList<>();
        list.add(CosFloat.get("0.25"));
        list.add(CosFloat.get("0.5"));
        list.add(CosFloat.get("1"));
        components.addAll(list);
        Color color = new Color(components, "RGB");
        color.luminance(2);
    }
}

class CosFloat {
    private static int made;
    private final float value;

    private CosFloat(float value) {
        this.value = value;
    }

    static CosFloat get(String text) {
        made++;
        return new CosFloat(Float.parseFloat(text) * 2);
    }

    float value() {
        return value;
    }
}

class CosArray {
    private final List<CosFloat> objects = new ArrayList<>();
    private float sum;

    void addAll(Collection<CosFloat> objectList) {
        for (CosFloat object : objectList) {
            objects.add(object);
            sum += object.value();
        }
    }

    float mean() {
        return sum / objects.size();
    }
}

class Color {
    private final CosArray components;
    private final String space;

    Color(CosArray components, String space) {
        this.components = components;
        this.space = space;
    }

    public String luminance(int scale) {
        return space + " " + components.mean() * scale;
    }
}

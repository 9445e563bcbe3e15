package shapes.monkey;

/** The classes of the paper's Listing 3. */
class Scenario {
    static void run() {
        Habitat habitat = new Habitat("59.34743,18.07378");
        habitat.grow(42);
        Monkey monkey = new Monkey(6, Color.BLUE, habitat);
        monkey.eatBanana(2);
        Monkey young = new Monkey(1);
        young.setEyeColor(Color.RED);
        young.eatBanana(0);
    }
}

class Monkey {
    private int age;
    public Color eyeColor;
    public Habitat habitat;

    public Monkey(int age) {
        this.age = age;
    }

    public Monkey(int age, Color eyeColor, Habitat habitat) {
        this(age);
        this.eyeColor = eyeColor;
        this.habitat = habitat;
    }

    public void setEyeColor(Color eyeColor) {
        this.eyeColor = eyeColor;
    }

    public String eatBanana(int dozens) {
        int quantity = dozens * 12;
        return "Eating " + quantity + " bananas";
    }
}

enum Color {
    RED, GREEN, BLUE
}

class Habitat {
    private String coordinates;
    private double area;

    public Habitat(String coordinates) {
        this.coordinates = coordinates;
    }

    public void grow(double newArea) {
        double newValue = this.area + newArea;
        this.area = newValue;
    }
}

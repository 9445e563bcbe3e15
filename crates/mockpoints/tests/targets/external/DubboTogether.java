// Dubbo: provider and consumer in one program, by XML. A reference goes over the network all the same, unless it says that it stays.
package targets.external.dubbotogether;

interface Weather {
    String at(String place);
}

interface Moon {
    String phase(int day);
}

class WeatherImpl implements Weather {
    private String mood = "sunny";

    public void setMood(String mood) { // no point
        this.mood = mood;
    }

    public String getMood() { // no point
        return mood;
    }

    @Override
    public String at(String place) { // no point
        return mood + " in " + place;
    }
}

class MoonImpl implements Moon {
    @Override
    public String phase(int day) { // no point
        return day < 15 ? "waxing" : "waning";
    }
}

class Almanac {
    private Weather weather;
    private Moon moon;

    String today(String place) { // point: external
        return weather.at(place);
    }

    String tonight(int day) { // no point
        return moon.phase(day);
    }
}

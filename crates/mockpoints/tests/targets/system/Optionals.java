// In an Optional and out of it.
package targets.system.optionals;

import java.util.Optional;

class Settings {
    String home() { // point: system
        return Optional.ofNullable(System.getenv("SHOP_HOME")).map(String::trim).orElse("/srv/shop");
    }

    boolean hasHome() { // point: system
        return Optional.ofNullable(System.getenv("SHOP_HOME")).isPresent();
    }

    String name(Optional<String> name) { // no point
        Optional.ofNullable(System.getenv("SHOP_HOME")).ifPresent(home -> System.out.println(home));
        return name.map(String::trim).orElse("shop");
    }

    void greet(StringBuilder page) { // point: system
        Optional.ofNullable(System.getenv("USER")).ifPresentOrElse(
                user -> page.append("welcome back"), () -> page.append("welcome"));
    }

    void greet(StringBuilder page, Optional<String> user) { // no point
        user.ifPresentOrElse(name -> page.append(name), () -> page.append("stranger"));
    }
}

// Fields of a bean that a post-processor writes are written before the first call.
package targets.internal.postprocessors;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;

@Component
class Door {
    private String label = "";
    private int knocks;

    void setLabel(String label) { // no point
        this.label = label;
    }

    @GetMapping("/knock")
    void knock() { // no point
        knocks++;
    }

    String label() { // no point
        return label;
    }

    int knocks() { // point: internal
        return knocks;
    }
}

@Component
class Labels implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) { // no point
        if (bean instanceof Door door) {
            door.setLabel(name);
        }
        return bean;
    }
}

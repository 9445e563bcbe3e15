// A bean by an annotation that has an annotation that makes beans.
package targets.internal.metaannotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;

@Retention(RetentionPolicy.RUNTIME)
@Service
@interface UseCase {}

@Retention(RetentionPolicy.RUNTIME)
@interface Documented {}

@UseCase
class Enrolment {
    private String last = "";

    @GetMapping("/enrol")
    void enrol(String name) { // no point
        last = name;
    }

    String last() { // point: internal
        return last;
    }
}

@Documented
class Notes {
    private String last = "";

    @GetMapping("/note")
    void note(String text) { // no point
        last = text;
    }

    String last() { // no point
        return last;
    }
}

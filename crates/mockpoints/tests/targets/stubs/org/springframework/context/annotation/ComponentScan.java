package org.springframework.context.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface ComponentScan {
    String[] basePackages() default {};

    Filter[] includeFilters() default {};

    @interface Filter {
        FilterType type() default FilterType.ANNOTATION;

        Class<?>[] classes() default {};

        String[] pattern() default {};
    }
}

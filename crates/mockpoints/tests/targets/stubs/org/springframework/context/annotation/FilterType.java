package org.springframework.context.annotation;

public enum FilterType { ANNOTATION, ASSIGNABLE_TYPE, REGEX }

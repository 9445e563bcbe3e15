package org.junit.runner.manipulation;

public class NoTestsRemainException extends Exception {}

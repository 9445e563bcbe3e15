package com.acme;
public class Letter {
    private Object text;
    private Object stamp;
    public void setText(Object text) { this.text = text; }
    public Object getText() { return text; }
}

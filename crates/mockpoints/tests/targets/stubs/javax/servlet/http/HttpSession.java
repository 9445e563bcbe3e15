package javax.servlet.http;

public interface HttpSession {
    Object getAttribute(String name);
}

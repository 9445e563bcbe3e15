package javax.servlet.http;

public interface HttpServletRequest {
    HttpSession getSession();

    String getParameter(String name);
}

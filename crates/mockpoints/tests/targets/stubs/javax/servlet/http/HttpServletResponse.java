package javax.servlet.http;

public interface HttpServletResponse {
    void setDateHeader(String name, long date);

    int getStatus();
}

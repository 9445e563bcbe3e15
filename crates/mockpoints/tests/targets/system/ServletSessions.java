// A session comes with the request. That a server on the class path notes when it was begun says nothing of what it holds:
// whoever implements the interfaces of servers is not looked into, but the subject's own.
package targets.system.servletsessions;

import java.util.HashMap;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpSession;

class Carts {
    Object cart(HttpServletRequest request) { // no point
        return request.getSession().getAttribute("cart");
    }

    boolean isNew(HttpServletRequest request) { // no point
        return request.getSession().getAttribute("cart") == null;
    }

    Object since(Stamped request) { // no point
        return request.getSession();
    }
}

class Stamped implements HttpServletRequest {
    private final Map<String, String> parameters = new HashMap<>();

    public HttpSession getSession() { // point: system
        return System.nanoTime() % 2 == 0 ? null : name -> parameters.get(name);
    }

    public String getParameter(String name) { // no point
        return parameters.get(name);
    }
}

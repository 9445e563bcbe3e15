// Data written to the response of a request leaves the program, and does not come back through objects made of it.
package targets.system.servletresponses;

import java.util.HashMap;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;

class Pages {
    private Map<String, Object> model;

    void prepare(HttpServletResponse response, String title) { // no point
        response.setDateHeader("Last-Modified", System.currentTimeMillis());
        Map<String, Object> model = new HashMap<>();
        model.put("response", response);
        model.put("title", title);
        this.model = model;
    }

    Object title() { // no point
        return model.get("title");
    }

    long age(HttpServletResponse response, long since) { // point: system
        long now = System.currentTimeMillis();
        response.setDateHeader("Last-Modified", now);
        return now - since;
    }
}

// Struts: the request at hand is in a context of the thread.
package targets.internal.actioncontexts;

import javax.servlet.http.HttpServletRequest;
import org.apache.struts2.ServletActionContext;

class Actions {
    String name() { // point: internal
        return ServletActionContext.getRequest().getParameter("name");
    }

    String nameOf(HttpServletRequest request) { // no point
        return request.getParameter("name");
    }
}

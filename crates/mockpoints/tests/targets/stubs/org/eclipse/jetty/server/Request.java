package org.eclipse.jetty.server;

import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpSession;

public class Request implements HttpServletRequest {
    public HttpSession getSession() {
        return new Session(System.currentTimeMillis());
    }

    public String getParameter(String name) {
        return null;
    }

    public static class Session implements HttpSession {
        private final long created;

        public Session(long created) {
            this.created = created;
        }

        public Object getAttribute(String name) {
            return created;
        }
    }
}

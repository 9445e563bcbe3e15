package org.apache.struts2;

import javax.servlet.http.HttpServletRequest;

public class ServletActionContext {
    public static native HttpServletRequest getRequest();
}

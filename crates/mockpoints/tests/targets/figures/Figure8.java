// Figure 8 and its example 3.5: a bean by XML whose setter is never called, so that its field is ruled out.
package targets.figures.figure8;

import org.springframework.beans.factory.annotation.Autowired;

class BeanClassImpl {
    private String info = "someInfo";

    public String getInfo() { // no point
        return info;
    }

    public void setInfo(String info) { // no point
        this.info = info;
    }
}

class AppClass {
    @Autowired
    private BeanClassImpl bean;

    public String describe() { // no point
        return bean.getInfo();
    }
}

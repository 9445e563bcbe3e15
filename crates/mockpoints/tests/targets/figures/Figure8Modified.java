// Figure 8 with a setter that is called: the field is state that all share.
package targets.figures.figure8modified;

import org.springframework.beans.factory.annotation.Autowired;

class BeanClassImpl {
    private String info = "someInfo";

    public String getInfo() { // point: internal
        return info;
    }

    public void setInfo(String info) { // no point
        this.info = info;
    }
}

class AppClass {
    @Autowired
    private BeanClassImpl bean;

    public void rename(String info) { // no point
        bean.setInfo(info);
    }
}

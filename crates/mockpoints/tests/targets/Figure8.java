//- figure8/BeanClassImpl.java
package figure8;

public class BeanClassImpl {
    private String info = "someInfo";
    private String level = "none";
    public String getInfo() { // point: internal
        return info;
    }
    public void setInfo(String info) { // no point
        this.info = info;
    }
    public String getLevel() { // no point
        return level;
    }
    public void setLevel(String level) { // no point
        this.level = level;
    }
}
//- figure8/AppClass.java
package figure8;

import org.springframework.beans.factory.annotation.Autowired;

public class AppClass {
    @Autowired
    private BeanClassImpl bean;
    public void work(String text) { // no point
        bean.setInfo(text);
    }
    public BeanClassImpl bean() { // no point
        return bean;
    }
}
//- figure8/PlainClass.java
package figure8;

/** The same, but nobody declares a bean of it. */
public class PlainClass {
    private String info = "someInfo";
    public String getInfo() { // no point
        return info;
    }
    public void setInfo(String info) { // no point
        this.info = info;
    }
    static void use(PlainClass plain) {
        plain.setInfo("x");
    }
}
//- figure8/beans.xml
<beans>
  <bean id="bean" class="figure8.BeanClassImpl"></bean>
</beans>

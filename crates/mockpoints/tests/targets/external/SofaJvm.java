// SOFA: a binding within the JVM leads to another microservice all the same (section 3.3.3). Its implementation is not on
// the class path here, so that the caller is the point.
package targets.external.sofajvm;

interface MemberService {
    String level(String user);
}

interface MemberText {
    String level(String user);
}

class Members {
    private MemberService service;
    private MemberText text;

    boolean isGold(String user) { // point: external
        return service.level(user).equals("gold");
    }

    boolean isGoldText(String user) { // no point
        return text.level(user).equals("gold");
    }
}

package texts;

public class Texts {
    public static int equal(String s) {
        if (s.equals("key$A"))
            return 1;
        return 0;
    }

    public static int constantFirst(String s) {
        if ("key$B".equals(s))
            return 1;
        return 0;
    }

    public static int empty(String s) {
        if (s == null)
            return 0;
        if (s.isEmpty())
            return 1;
        return 2;
    }

    public static int length(String s) {
        if (s.length() > 5)
            return 1;
        return 0;
    }

    public static int around(String s) {
        if (s.startsWith("a$A"))
            if (s.endsWith("z$B"))
                return 1;
        return 0;
    }

    public static int contains(String s) {
        if (s.contains("m$C"))
            return 1;
        return 0;
    }
}

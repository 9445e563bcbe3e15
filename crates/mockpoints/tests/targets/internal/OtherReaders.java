// Fields of another class, read from outside.
package targets.internal.otherreaders;

class Globals {
    static String user = "nobody";
    static String host = "local";
}

class Login {
    void login(String user) { // no point
        Globals.user = user;
    }

    public static void main(String[] arguments) { // no point
        new Login().login("ann");
    }
}

class Pages {
    String title() { // point: internal
        return "Hello " + Globals.user;
    }

    String footer() { // no point
        System.out.println(Globals.user);
        return "on " + Globals.host;
    }
}

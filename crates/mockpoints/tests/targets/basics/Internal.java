package internal;

import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.*;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.*;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.*;

@Service
class Counting {
    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong unused = new AtomicLong();
    private final Map<String, String> cache = new ConcurrentHashMap<>();
    private final Map<String, String> table = new HashMap<>();
    private final List<String> names = List.of("a");
    private final int size = 3;
    private volatile boolean open;
    private String setUp;
    private int ticks;
    private Helper helper;

    Counting() { table.put("a", "b"); fillMore(); }
    private void fillMore() { table.put("c", "d"); setUp = "done"; } // no point
    @Autowired void setHelper(Helper helper) { this.helper = helper; } // no point
    long hit() { return hits.incrementAndGet(); } // point: internal
    long peek() { return unused.get(); } // no point
    String cached(String key) { return cache.computeIfAbsent(key, k -> k + k); } // point: internal
    String fixed(String key) { return table.get(key); } // no point
    String name(int at) { return names.get(at); } // no point
    int size() { return size; } // no point
    void open() { open = true; } // no point
    boolean isOpen() { return open; } // point: internal
    String setUp() { return setUp; } // no point
    @Scheduled void tick() { ticks++; } // no point
    int ticks() { return ticks; } // point: internal
    Helper helper() { return helper; } // no point
    void log() { System.out.println(hits.get()); } // no point
}

class Helper {
    private long mine;
    void bump() { mine++; } // no point
    long mine() { return mine; } // no point
}

class Caller {
    void run(Counting counting) { counting.hit(); counting.open(); counting.cached("a"); } // no point
}

@Service
@Scope("prototype")
class Often {
    private long mine;
    void bump() { mine++; } // no point
    long mine() { return mine; } // no point
    static void use(Often often) { often.bump(); }
}

@interface NotABean {}

@Service @interface MetaService {}

@MetaService
class Meta {
    private long mine;
    void bump() { mine++; } // no point
    long mine() { return mine; } // point: internal
    static void use(Meta meta) { meta.bump(); }
}

@NotABean
class NoBean {
    private long mine;
    void bump() { mine++; } // no point
    long mine() { return mine; } // no point
    static void use(NoBean it) { it.bump(); }
}

@Configuration
class Settings {
    @Bean Produced produced() { return new Produced(); } // no point
}

class Produced {
    private long mine;
    void bump() { mine++; } // no point
    long mine() { return mine; } // point: internal
    static void use(Produced it) { it.bump(); }
}

class Checked {
    private static volatile Checked instance;
    private static final Checked EAGER = new Checked();
    private long uses;
    private Checked() {}
    static Checked instance() { // point: internal
        if (instance == null) {
            synchronized (Checked.class) {
                if (instance == null) instance = new Checked();
            }
        }
        return instance;
    }
    static Checked eager() { return EAGER; } // no point
    synchronized long use() { return ++uses; } // point: internal
    static void main() { instance().use(); }
}

class Threads {
    private static final ThreadLocal<String> USER = new ThreadLocal<>();
    static void enter(String user) { USER.set(user); } // no point
    static String user() { return USER.get(); } // point: internal
    static String given(String user) { return user; } // no point
    static void use() { enter("a"); }
}

class Shared {
    private static int[] slots = new int[3];
    private static final int[] PRIMES = {2, 3, 5};
    private static final List<String> LOG = new ArrayList<>();
    private static final StringBuilder TEXT = new StringBuilder();
    private static boolean flag;
    static void put(int at) { slots[at]++; LOG.add("x"); TEXT.append("x"); } // no point
    static int slot(int at) { return slots[at]; } // point: internal
    static int prime(int at) { return PRIMES[at]; } // no point
    static int logged() { return LOG.size(); } // point: internal
    static String text() { return TEXT.toString(); } // point: internal
    static void switchOn() { flag = true; } // no point
    static int branch(int given) { if (flag) return given; return 2; } // point: internal
    static void work() { put(1); switchOn(); }
    static void viaAlias() { List<String> list = ALIASED; list.add("x"); } // no point
    private static final List<String> ALIASED = new ArrayList<>();
    private static final List<String> PASSED = new ArrayList<>();
    private static final List<String> READ = new ArrayList<>();
    static int aliased() { return ALIASED.size(); } // point: internal
    static void viaCall() { add(PASSED); } // no point
    private static void add(List<String> list) { list.add("x"); } // no point
    static int passed() { return PASSED.size(); } // point: internal
    static void onlyRead() { count(READ); } // no point
    private static int count(List<String> list) { return list.size(); } // no point
    static int read() { return READ.size(); } // no point
    static void more() { viaAlias(); viaCall(); onlyRead(); }
}

class Options {
    private int level;
    void setLevel(int level) { this.level = level; } // no point
    int getLevel() { return level; } // no point
}

class Holder {
    private static final Options OPTIONS = new Options();
    private static final Options NEVER = new Options();
    static void change() { OPTIONS.setLevel(3); } // no point
    static int level() { return OPTIONS.getLevel(); } // point: internal
    static int never() { return NEVER.getLevel(); } // no point
    static void use() { change(); }
}

interface Pets { List<String> all(); }

@Service
class Iterating {
    private static final List<String> KINDS = new ArrayList<>(List.of("cat"));
    private Pets pets;
    Iterating(Pets pets) { this.pets = pets; }
    int letters() { int sum = 0; for (String kind : KINDS) sum += kind.length(); return sum; } // no point
    int own() { int sum = 0; for (String pet : pets.all()) sum += pet.length(); return sum; } // no point
    void more() { pets.all().add("dog"); } // no point
    static void use(Iterating it) { it.letters(); it.own(); it.more(); }
}

enum Registry {
    ONE;
    private int uses;
    private final int code = 7;
    int use() { return ++uses; } // point: internal
    int code() { return code; } // no point
    static void run() { ONE.use(); }
}

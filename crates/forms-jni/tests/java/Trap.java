package hidden;

/** Must never be initialized, nor even loaded: documents name it, and no program does. */
public class Trap {
    static {
        System.out.println("the trap is initialized");
    }

    public enum Kind { A }

    @io.reenact.serial.Deserializer
    public Trap(int size) {}
}

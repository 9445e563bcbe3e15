package targets.forms.list;

import io.reenact.serial.*;

/** A form that is not the representation: the elements instead of the nodes. */
public class LinkedList {
    private static class Node {
        Object item;
        Node next;
        Node(Object item) { this.item = item; }
    }

    private Node head;
    private Node tail;
    private int size;

    public void add(Object item) {
        Node node = new Node(item);
        if (tail == null) head = node; else tail.next = node;
        tail = node;
        size++;
    }

    @Serializer
    public Object[] toArray() { // the only component
        Object[] elements = new Object[size]; // writes: 1 (Object[] elements)
        int at = 0;
        for (Node node = head; node != null; node = node.next) elements[at++] = node.item;
        return elements;
    }

    @Deserializer
    public static LinkedList deserialize(Object[] elements) {
        LinkedList list = new LinkedList(); // reads: 1 (Object[] elements)
        for (Object element : elements) list.add(element);
        return list;
    }
}

// String concatenation is a call by invokedynamic.
package targets.system.concatenation;

class Tickets {
    String number(String desk, int count) { // point: system
        return desk + "-" + count + "-" + System.nanoTime();
    }

    String plain(String desk, int count) { // no point
        String note = desk + "-" + count + "-" + System.nanoTime();
        System.out.println(note);
        return desk + "-" + count;
    }
}

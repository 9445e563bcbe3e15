// As generators write it: what a getter gives is held as an Object, whose hash code is then the enum's, and so the identity's.
package targets.system.generatedhashcodes;

enum Direction {
    PREVIOUS,
    NEXT
}

class Cursor {
    private final int limit;
    private final Direction direction;
    private final String text;

    Cursor(int limit, Direction direction, String text) {
        this.limit = limit;
        this.direction = direction;
        this.text = text;
    }

    Direction getDirection() { // no point
        return direction;
    }

    String getText() { // no point
        return text;
    }

    int getLimit() { // no point
        return limit;
    }

    @Override
    public int hashCode() { // point: system
        int result = 59 + getLimit();
        Object $direction = getDirection();
        result = result * 59 + ($direction == null ? 43 : $direction.hashCode());
        Object $text = getText();
        return result * 59 + ($text == null ? 43 : $text.hashCode());
    }

    int shortHashCode() { // no point
        int result = 59 + getLimit();
        Object $text = getText();
        return result * 59 + ($text == null ? 43 : $text.hashCode());
    }
}

package shapes.bean;

class Scenario {
    static void run() {
        Point point = new Point();
        point.setX(3);
        point.setY(-4);
        point.distance();
        new Point().distance();
    }
}

class Point {
    private int x;
    private int y;

    public void setX(int x) {
        this.x = x;
    }

    public void setY(int y) {
        this.y = y;
    }

    public int getX() {
        return x;
    }

    public int getY() {
        return y;
    }

    public int distance() {
        return Math.abs(x) + Math.abs(y);
    }
}

// Two arrays deep, by way of a variable for the row.
package targets.system.nestedarrays;

class Board {
    int[][] shuffled(int size) { // point: system
        int[][] cells = new int[size][size];
        for (int[] row : cells) {
            row[0] = (int) (Math.random() * 10);
        }
        return cells;
    }

    int[][] blank(int size) { // no point
        int[][] cells = new int[size][size];
        for (int[] row : cells) {
            row[0] = size;
        }
        System.out.println(Math.random());
        return cells;
    }
}

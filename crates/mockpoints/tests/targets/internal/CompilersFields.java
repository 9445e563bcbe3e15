// Static fields that the compiler makes: for a switch over an enum, for `assert`, for the constants of an enum.
package targets.internal.compilersfields;

class Menu {
    enum Dish {
        SOUP,
        CAKE
    }

    private static int served;

    int price(Dish dish) { // no point
        assert dish != null;
        served++;
        switch (dish) {
            case SOUP:
                return 4;
            default:
                return 3;
        }
    }

    int dishes() { // no point
        return Dish.values().length;
    }

    int served() { // point: internal
        return served;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(new Menu().price(Dish.CAKE));
    }
}

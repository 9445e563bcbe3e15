// The same helper is given state by one caller and a constant by another: each caller is judged by what it gave.
package targets.system.mixedcallers;

class Fees {
    private static double fee(double base, long day) { // no point
        return day % 7 == 0 ? base * 2 : base;
    }

    double today(double base) { // point: system
        return fee(base, java.time.LocalDate.now().toEpochDay());
    }

    double onMonday(double base) { // no point
        System.out.println(java.time.LocalDate.now());
        return fee(base, 4);
    }
}

// An inner class reads and writes its outer object's fields.
package targets.system.innerclasses;

class Ward {
    private long admitted;
    private int beds;

    class Nurse {
        void admit() { // no point
            admitted = System.currentTimeMillis();
            beds = beds + 1;
        }

        boolean isNightShift() { // point: system
            return java.time.LocalTime.now().getHour() < 6;
        }

        int beds() { // no point
            System.out.println(java.time.LocalTime.now());
            return beds;
        }
    }

    long admitted() { // point: system
        return admitted;
    }
}

// Taint is on the field of the class, not of one object: a reader of any of them counts, as the paper has it.
package targets.system.fieldsofothers;

class Parcel {
    long scannedAt;
    String code;
}

class Scanner {
    void scan(Parcel parcel) { // no point
        parcel.scannedAt = System.currentTimeMillis();
        parcel.code = "scanned";
    }
}

class Tracking {
    String when(Parcel parcel) { // point: system
        return "scanned at " + parcel.scannedAt;
    }

    long copied(long at) { // point: system
        Parcel copy = new Parcel();
        copy.scannedAt = at;
        return copy.scannedAt;
    }

    String code(Parcel parcel) { // no point
        System.out.println(parcel.scannedAt);
        return parcel.code;
    }
}

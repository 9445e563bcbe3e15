package shapes.proxied;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls of {@link Clinic} as they were recorded. */
class ClinicRecordedTest {
    @Test
    void greet_1_returnsHelloAnn() {
        Clinic clinic = createClinic();

        String result = clinic.greet(1);

        assertEquals("Hello Ann", result);
        assertEquals(1, clinic.getServed());
    }

    @Test
    void greet_7_returnsWhoIsIt() {
        Clinic clinic = createClinic2();

        String result = clinic.greet(7);

        assertEquals("Who is it?", result);
        assertEquals(2, clinic.getServed());
    }

    @Test
    void pair_1_2_returnsAnnAndBea() {
        Clinic clinic = createClinic3();

        assertEquals("Ann and Bea", clinic.pair(1, 2));
    }

    @Test
    void names_returnsListOf2() {
        Clinic clinic = createClinic4();

        assertEquals(List.of("Ann", "Bea"), clinic.names());
    }

    @Test
    void register_Cid_returnsOwner() {
        Clinic clinic = createClinic5();

        Owner result = clinic.register("Cid");

        assertNull(result.getId());
        assertEquals("Cid!", result.getName());
    }

    @Test
    void remove_2_returns1() {
        Clinic clinic = createClinic6();

        assertEquals(1L, clinic.remove(2));
    }

    @Test
    void remove_9_throwsIllegalStateException() {
        Clinic clinic = createClinic7();

        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> clinic.remove(9));
        assertEquals("no owner 9", thrown.getMessage());
    }

    private static Clinic createClinic() {
        Owners owners = new Owners() {
            @Override
            public Optional<Owner> findById(Integer id) {
                return Optional.of(new Owner(1, "Ann"));
            }

            @Override
            public Owner save(Owner entity) {
                throw new UnsupportedOperationException("not recorded: save");
            }

            @Override
            public List<Owner> findAll() {
                throw new UnsupportedOperationException("not recorded: findAll");
            }

            @Override
            public long count() {
                throw new UnsupportedOperationException("not recorded: count");
            }

            @Override
            public void deleteById(Integer id) {
                throw new UnsupportedOperationException("not recorded: deleteById");
            }
        };
        return new Clinic(owners);
    }

    private static Clinic createClinic2() {
        Owners owners = new Owners() {
            @Override
            public Optional<Owner> findById(Integer id) {
                return Optional.empty();
            }

            @Override
            public Owner save(Owner entity) {
                throw new UnsupportedOperationException("not recorded: save");
            }

            @Override
            public List<Owner> findAll() {
                throw new UnsupportedOperationException("not recorded: findAll");
            }

            @Override
            public long count() {
                throw new UnsupportedOperationException("not recorded: count");
            }

            @Override
            public void deleteById(Integer id) {
                throw new UnsupportedOperationException("not recorded: deleteById");
            }
        };
        Clinic clinic = new Clinic(owners);
        clinic.greet(0);
        return clinic;
    }

    private static Clinic createClinic3() {
        Owners owners = new Owners() {
            @Override
            public Optional<Owner> findById(Integer id) {
                if (Objects.equals(id, 1)) {
                    return Optional.of(new Owner(1, "Ann"));
                }
                if (Objects.equals(id, 2)) {
                    return Optional.of(new Owner(2, "Bea"));
                }
                throw new UnsupportedOperationException("not recorded: findById");
            }

            @Override
            public Owner save(Owner entity) {
                throw new UnsupportedOperationException("not recorded: save");
            }

            @Override
            public List<Owner> findAll() {
                throw new UnsupportedOperationException("not recorded: findAll");
            }

            @Override
            public long count() {
                throw new UnsupportedOperationException("not recorded: count");
            }

            @Override
            public void deleteById(Integer id) {
                throw new UnsupportedOperationException("not recorded: deleteById");
            }
        };
        return new Clinic(owners);
    }

    private static Clinic createClinic4() {
        Owners owners = new Owners() {
            @Override
            public List<Owner> findAll() {
                return new ArrayList<>(List.of(new Owner(1, "Ann"), new Owner(2, "Bea")));
            }

            @Override
            public Owner save(Owner entity) {
                throw new UnsupportedOperationException("not recorded: save");
            }

            @Override
            public Optional<Owner> findById(Integer id) {
                throw new UnsupportedOperationException("not recorded: findById");
            }

            @Override
            public long count() {
                throw new UnsupportedOperationException("not recorded: count");
            }

            @Override
            public void deleteById(Integer id) {
                throw new UnsupportedOperationException("not recorded: deleteById");
            }
        };
        return new Clinic(owners);
    }

    private static Clinic createClinic5() {
        Owners owners = new Owners() {
            @Override
            public Owner save(Owner entity) {
                return entity;
            }

            @Override
            public Optional<Owner> findById(Integer id) {
                throw new UnsupportedOperationException("not recorded: findById");
            }

            @Override
            public List<Owner> findAll() {
                throw new UnsupportedOperationException("not recorded: findAll");
            }

            @Override
            public long count() {
                throw new UnsupportedOperationException("not recorded: count");
            }

            @Override
            public void deleteById(Integer id) {
                throw new UnsupportedOperationException("not recorded: deleteById");
            }
        };
        return new Clinic(owners);
    }

    private static Clinic createClinic6() {
        Owners owners = new Owners() {
            private int countCalls;

            @Override
            public long count() {
                int call = countCalls++;
                if (call == 0) {
                    return 2L;
                }
                if (call == 1) {
                    return 1L;
                }
                throw new UnsupportedOperationException("not recorded: count");
            }

            @Override
            public void deleteById(Integer id) {}

            @Override
            public Owner save(Owner entity) {
                throw new UnsupportedOperationException("not recorded: save");
            }

            @Override
            public Optional<Owner> findById(Integer id) {
                throw new UnsupportedOperationException("not recorded: findById");
            }

            @Override
            public List<Owner> findAll() {
                throw new UnsupportedOperationException("not recorded: findAll");
            }
        };
        return new Clinic(owners);
    }

    private static Clinic createClinic7() {
        Owners owners = new Owners() {
            @Override
            public long count() {
                return 1L;
            }

            @Override
            public void deleteById(Integer id) {
                throw new IllegalStateException("no owner 9");
            }

            @Override
            public Owner save(Owner entity) {
                throw new UnsupportedOperationException("not recorded: save");
            }

            @Override
            public Optional<Owner> findById(Integer id) {
                throw new UnsupportedOperationException("not recorded: findById");
            }

            @Override
            public List<Owner> findAll() {
                throw new UnsupportedOperationException("not recorded: findAll");
            }
        };
        return new Clinic(owners);
    }
}

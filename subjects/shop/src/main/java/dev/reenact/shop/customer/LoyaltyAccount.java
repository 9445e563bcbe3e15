package dev.reenact.shop.customer;

import dev.reenact.shop.common.Money;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The points of one customer. Points expire a year after they were earned, oldest are spent first,
 * and the tier follows from what was earned within the year, spent or not.
 */
public final class LoyaltyAccount {

    /** How many points make one unit of any currency. */
    public static final int POINTS_PER_UNIT = 100;

    private static final Duration LIFETIME = Duration.ofDays(365);

    /** The levels of a customer's loyalty. */
    public enum Tier {
        BASIC(0) {
            @Override
            int pointsFor(long wholeUnits) {
                return (int) wholeUnits;
            }

            @Override
            public boolean shipsFree(Money goods) {
                return false;
            }
        },
        SILVER(1_000) {
            @Override
            int pointsFor(long wholeUnits) {
                return (int) (wholeUnits + wholeUnits / 4);
            }

            @Override
            public boolean shipsFree(Money goods) {
                return goods.amount().compareTo(BigDecimal.valueOf(80)) >= 0;
            }
        },
        GOLD(5_000) {
            @Override
            int pointsFor(long wholeUnits) {
                return (int) (wholeUnits * 2);
            }

            @Override
            public boolean shipsFree(Money goods) {
                return true;
            }

            @Override
            public BigDecimal memberDiscount() {
                return BigDecimal.valueOf(3);
            }
        };

        private final int threshold;

        Tier(int threshold) {
            this.threshold = threshold;
        }

        abstract int pointsFor(long wholeUnits);

        public abstract boolean shipsFree(Money goods);

        /** In percent, on goods whose price is not bound. */
        public BigDecimal memberDiscount() {
            return BigDecimal.ZERO;
        }

        static Tier forPoints(int earned) {
            Tier reached = BASIC;
            for (Tier tier : values()) {
                if (earned >= tier.threshold) {
                    reached = tier;
                }
            }
            return reached;
        }
    }

    /** Points that were earned together and expire together. */
    private static final class Lot {
        private final Instant expires;
        private int earned;
        private int remaining;

        private Lot(int earned, int remaining, Instant expires) {
            this.earned = earned;
            this.remaining = remaining;
            this.expires = expires;
        }

        private boolean isLive(Instant when) {
            return when.isBefore(expires);
        }
    }

    /** Points taken from the account, which can still be put back where they came from. */
    public final class Redemption {
        private final List<Lot> lots = new ArrayList<>();
        private final List<Integer> taken = new ArrayList<>();
        private int points;

        private Redemption() {}

        private void take(Lot lot, int count) {
            lot.remaining -= count;
            lots.add(lot);
            taken.add(count);
            points += count;
        }

        public int points() {
            return points;
        }

        public Money value(Currency currency) {
            return worth(points, currency);
        }

        /** Puts the points back with their old dates of expiry; a second call does nothing. */
        public void undo() {
            synchronized (LoyaltyAccount.this) {
                for (int i = 0; i < lots.size(); i++) {
                    lots.get(i).remaining += taken.get(i);
                }
                lots.clear();
                taken.clear();
                points = 0;
            }
        }
    }

    private final Clock clock;

    /** Those that expire first come first. */
    private final List<Lot> lots = new ArrayList<>();

    public LoyaltyAccount(Clock clock) {
        this.clock = clock;
    }

    /** Returns the value of points when they are spent. */
    public static Money worth(int points, Currency currency) {
        return Money.of(BigDecimal.valueOf(points).divide(BigDecimal.valueOf(POINTS_PER_UNIT)), currency);
    }

    /** The points that spending the amount would earn now. */
    public int pointsFor(Money spent) {
        return tier().pointsFor(spent.amount().longValue());
    }

    /** Adds points as of a given time; they may be expired already, as those of imported accounts are. */
    public synchronized void credit(int points, Instant earnedAt) {
        if (points < 0) {
            throw new IllegalArgumentException("cannot credit " + points + " points");
        }
        add(new Lot(points, points, earnedAt.plus(LIFETIME)));
    }

    public void credit(int points) {
        credit(points, clock.instant());
    }

    /** Returns points whose order was undone: they live another year but are not earned twice. */
    public synchronized void giveBack(int points) {
        add(new Lot(0, points, clock.instant().plus(LIFETIME)));
    }

    private void add(Lot lot) {
        if (lot.remaining == 0) {
            return;
        }
        int at = lots.size();
        while (at > 0 && lots.get(at - 1).expires.isAfter(lot.expires)) {
            at--;
        }
        lots.add(at, lot);
    }

    public int balance() {
        return sumOfLive(lot -> lot.remaining);
    }

    public Tier tier() {
        return Tier.forPoints(sumOfLive(lot -> lot.earned));
    }

    private synchronized int sumOfLive(ToIntFunction<Lot> part) {
        Instant now = clock.instant();
        return lots.stream().filter(lot -> lot.isLive(now)).mapToInt(part).sum();
    }

    /** Spends as many whole units' worth of points as there are, but no more than the amount due. */
    public synchronized Redemption redeemUpTo(Money due) {
        sweepExpired();
        long units = Math.min(balance() / POINTS_PER_UNIT, due.amount().longValue());
        int wanted = (int) units * POINTS_PER_UNIT;
        Redemption redemption = new Redemption();
        for (Lot lot : lots) {
            int count = Math.min(lot.remaining, wanted - redemption.points);
            if (count > 0) {
                redemption.take(lot, count);
            }
        }
        return redemption;
    }

    /** Takes back points whose purchase was undone, newest first; what was spent meanwhile is forgiven. */
    public synchronized void revoke(int points) {
        int open = points;
        for (int i = lots.size() - 1; i >= 0 && open > 0; i--) {
            Lot lot = lots.get(i);
            int count = Math.min(lot.remaining, open);
            lot.remaining -= count;
            lot.earned = Math.max(0, lot.earned - count);
            open -= count;
        }
    }

    public synchronized void sweepExpired() {
        Instant now = clock.instant();
        lots.removeIf(lot -> !lot.isLive(now));
    }
}

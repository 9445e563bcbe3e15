package dev.reenact.shop.order;

import java.util.EnumSet;
import java.util.Set;

/** Where an order stands. Payment precedes the order, so there is no unpaid one. */
public enum OrderStatus {
    /** Complete and waiting for the next collection. */
    PAID {
        @Override
        Set<OrderStatus> successors() {
            return EnumSet.of(SHIPPED, CANCELLED);
        }
    },
    /** Paid, but not all units are there yet. */
    BACKORDERED {
        @Override
        Set<OrderStatus> successors() {
            return EnumSet.of(PAID, CANCELLED);
        }
    },
    SHIPPED {
        @Override
        Set<OrderStatus> successors() {
            return EnumSet.of(RETURNED);
        }

        @Override
        public boolean isOpen() {
            return false;
        }
    },
    CANCELLED {
        @Override
        public boolean isOpen() {
            return false;
        }

        @Override
        public boolean countsAsRevenue() {
            return false;
        }
    },
    RETURNED {
        @Override
        public boolean isOpen() {
            return false;
        }

        @Override
        public boolean countsAsRevenue() {
            return false;
        }
    };

    Set<OrderStatus> successors() {
        return EnumSet.noneOf(OrderStatus.class);
    }

    public boolean canBecome(OrderStatus next) {
        return successors().contains(next);
    }

    /** Whether the warehouse still has something to do. */
    public boolean isOpen() {
        return true;
    }

    public boolean countsAsRevenue() {
        return true;
    }
}

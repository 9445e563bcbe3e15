package dev.reenact.shop.payment;

/** A payment did not take place. */
public abstract sealed class PaymentException extends Exception {
    private static final long serialVersionUID = 1L;

    private PaymentException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The provider said no, and would say so again. */
    public static final class Declined extends PaymentException {
        private static final long serialVersionUID = 1L;

        private final String code;

        public Declined(String code) {
            super("declined: " + code, null);
            this.code = code;
        }

        /** The provider's word for the reason, such as {@code limit_exceeded}. */
        public String code() {
            return code;
        }
    }

    /** The provider could not be asked; nothing was charged. */
    public static final class Unavailable extends PaymentException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message) {
            this(message, null);
        }

        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}

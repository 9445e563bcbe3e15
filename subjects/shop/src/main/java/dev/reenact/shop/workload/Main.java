package dev.reenact.shop.workload;

import dev.reenact.shop.catalog.Catalog;
import dev.reenact.shop.checkout.CheckoutService;
import dev.reenact.shop.checkout.CheckoutService.Outcome;
import dev.reenact.shop.checkout.CheckoutService.Placed;
import dev.reenact.shop.checkout.CheckoutService.Rejected;
import dev.reenact.shop.common.AuditTrail;
import dev.reenact.shop.coupon.CouponBook;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.Region;
import dev.reenact.shop.order.InvoiceRenderer;
import dev.reenact.shop.order.Order;
import dev.reenact.shop.order.OrderRepository;
import dev.reenact.shop.payment.HttpPaymentClient;
import dev.reenact.shop.payment.PaymentClient;
import dev.reenact.shop.payment.PaymentException;
import dev.reenact.shop.payment.SimulatedPaymentClient;
import dev.reenact.shop.pricing.Basket;
import dev.reenact.shop.pricing.PriceBook;
import dev.reenact.shop.pricing.PricingService;
import dev.reenact.shop.pricing.TaxTable;
import dev.reenact.shop.storage.InMemoryOrderRepository;
import dev.reenact.shop.storage.JdbcOrderRepository;
import dev.reenact.shop.workload.OrderTraffic.Desk;
import dev.reenact.shop.workload.OrderTraffic.Event;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Opens a shop, sends customers through it and prints what came of it. */
public final class Main {

    private static final String USAGE = """
            usage: java [-Dshop.jdbc=URL] dev.reenact.shop.workload.Main [options]
              --orders N          purchases to attempt (default 300)
              --seed S            what customers do (default 42)
              --threads T         workers (default 4)
              --payment KIND      simulated (default) or http, by way of a sandbox on this machine
              --verbose           say on the error output how the run went
              --help              print this text
            -Dshop.jdbc=URL keeps orders in the database at that address instead of in memory.
            """;

    /** The arguments make no sense. */
    private static final class UsageException extends Exception {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    private enum PaymentKind {
        SIMULATED,
        HTTP
    }

    private record Options(int orders, long seed, int threads, PaymentKind payment, boolean verbose, boolean help) {

        static Options parse(String... arguments) throws UsageException {
            int orders = 300;
            long seed = 42;
            int threads = 4;
            PaymentKind payment = PaymentKind.SIMULATED;
            boolean verbose = false;
            boolean help = false;
            for (Iterator<String> rest = List.of(arguments).iterator(); rest.hasNext(); ) {
                String option = rest.next();
                switch (option) {
                    case "--orders" -> orders = (int) number(option, rest, 0, 10_000_000);
                    case "--seed" -> seed = number(option, rest, Long.MIN_VALUE, Long.MAX_VALUE);
                    case "--threads" -> threads = (int) number(option, rest, 1, 256);
                    case "--payment" -> payment = paymentKind(value(option, rest));
                    case "--verbose" -> verbose = true;
                    case "--help" -> help = true;
                    default -> throw new UsageException("unknown option " + option);
                }
            }
            return new Options(orders, seed, threads, payment, verbose, help);
        }

        private static String value(String option, Iterator<String> rest) throws UsageException {
            if (!rest.hasNext()) {
                throw new UsageException(option + " needs a value");
            }
            return rest.next();
        }

        private static long number(String option, Iterator<String> rest, long least, long most)
                throws UsageException {
            String text = value(option, rest);
            try {
                long number = Long.parseLong(text);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw new UsageException(option + " needs a number, not " + text);
            }
            throw new UsageException(option + " must be within " + least + " and " + most + ", not " + text);
        }

        private static PaymentKind paymentKind(String text) throws UsageException {
            return switch (text) {
                case "simulated" -> PaymentKind.SIMULATED;
                case "http" -> PaymentKind.HTTP;
                default -> throw new UsageException("no payment kind " + text);
            };
        }
    }

    /** Works off the events of one region, in their order, as one task after the other. */
    private final class Lane implements Desk {
        private static final int BATCH = 50;
        private static final int REFUSALS_ENDURED = 2;

        private final Deque<Event> events;
        private final CheckoutService checkout;
        private final Executor workers;
        private final CompletableFuture<Lane> finished = new CompletableFuture<>();
        private final Map<Customer, Order> latestOrder = new HashMap<>();
        private final List<CompletableFuture<Long>> invoices = new ArrayList<>();
        private final SalesSummary.Tally tally = new SalesSummary.Tally();

        Lane(Collection<Event> events, CheckoutService checkout, Executor workers) {
            this.events = new ArrayDeque<>(events);
            this.checkout = checkout;
            this.workers = workers;
        }

        CompletableFuture<Lane> start() {
            workers.execute(this::runBatch);
            return finished;
        }

        /** Makes way for the others after a while, so that few workers serve many regions in turn. */
        private void runBatch() {
            try {
                for (int i = 0; i < BATCH && !events.isEmpty(); i++) {
                    events.removeFirst().happenTo(this);
                }
                if (events.isEmpty()) {
                    finished.complete(this);
                } else {
                    workers.execute(this::runBatch);
                }
            } catch (RuntimeException | Error e) {
                finished.completeExceptionally(e);
            }
        }

        @Override
        public void purchase(Customer customer, Basket basket) {
            Outcome outcome = checkout.place(customer, basket);
            tally.count(outcome);
            if (outcome instanceof Placed placed) {
                latestOrder.put(customer, placed.order());
                invoices.add(CompletableFuture.supplyAsync(() -> renderer.render(placed.order(), customer), workers)
                        .thenApply(String::lines)
                        .thenApply(Stream::count));
            } else if (outcome instanceof Rejected rejected) {
                complain(customer, rejected);
            }
        }

        /** After some refusals customers do something about it. */
        private void complain(Customer customer, Rejected rejected) {
            String remark = rejected.reason().label();
            customer.addRemark(remark);
            if (Collections.frequency(customer.remarks(), remark) > REFUSALS_ENDURED) {
                switch (rejected.reason()) {
                    case AGE_CHECK -> customer.confirmAge();
                    case PAYMENT_DECLINED -> customer.usePaymentToken("tok_new_ok");
                    default -> {}
                }
            }
        }

        @Override
        public void estimate(Customer customer, Basket basket) {
            tally.countEstimate(checkout.estimate(customer, basket));
        }

        @Override
        public void enquire(Customer customer, boolean mistyped) {
            Order order = latestOrder.get(customer);
            if (order != null) {
                StringBuilder number = new StringBuilder(order.number());
                if (mistyped) {
                    number.setCharAt(number.length() - 1, 'O');
                }
                tally.countEnquiry(checkout.lookUp(number.toString()));
            }
        }

        @Override
        public void withdraw(Customer customer) {
            Order order = latestOrder.remove(customer);
            if (order == null) {
                return;
            }
            try {
                checkout.withdraw(customer, order.number());
            } catch (PaymentException e) {
                throw new IllegalStateException("refund for order " + order.number() + " failed", e);
            }
        }

        @Override
        public void closeDay(Region region) {
            int soldOut = checkout.soldOut(region).size();
            tally.countDay(checkout.closeDay(region), soldOut);
        }

        private long invoiceLines() {
            return invoices.stream().mapToLong(CompletableFuture::join).sum();
        }
    }

    private final Options options;
    private final Clock clock = Clock.systemUTC();
    private final AuditTrail audit = new AuditTrail();
    private final InvoiceRenderer renderer = new InvoiceRenderer("Kontor & Co., Speicherstadt 7, 20457 Hamburg");

    private Main(Options options) {
        this.options = options;
    }

    public static void main(String[] arguments) {
        int status = run(System.out, System.err, arguments);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(PrintStream out, PrintStream err, String... arguments) {
        try {
            Options options = Options.parse(arguments);
            out.print(options.help() ? USAGE : new Main(options).open(err));
            out.flush();
            return 0;
        } catch (UsageException e) {
            err.println(e.getMessage());
            err.print(USAGE);
            return 2;
        } catch (IOException | OrderRepository.StorageException | CompletionException e) {
            err.println("the run failed: " + e.getMessage());
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                err.println("  because of " + cause);
            }
            return 1;
        }
    }

    /** Runs the shop for as long as there is traffic; the text of its summary. */
    private String open(PrintStream err) throws IOException {
        long started = System.nanoTime();
        PaymentClient simulated = new SimulatedPaymentClient();
        try (OrderRepository orders = openRepository();
                PaymentSandbox sandbox = options.payment() == PaymentKind.HTTP
                        ? PaymentSandbox.start(simulated, options.threads())
                        : null) {
            PaymentClient provider = sandbox == null ? simulated : new HttpPaymentClient(sandbox.address());
            PaymentClient payments = provider.retrying(3, Duration.ofMillis(1));
            String summary = trade(
                    audit.watch(OrderRepository.class, orders), audit.watch(PaymentClient.class, payments));
            if (options.verbose()) {
                report(err, Duration.ofNanos(System.nanoTime() - started));
            }
            return summary;
        }
    }

    private OrderRepository openRepository() {
        String url = System.getProperty("shop.jdbc");
        return url == null ? new InMemoryOrderRepository() : new JdbcOrderRepository(url, options.threads() + 1);
    }

    private String trade(OrderRepository orders, PaymentClient payments) {
        SampleData.openingRates();
        Catalog catalog = SampleData.catalog();
        List<Customer> customers = SampleData.customers(clock);
        CouponBook coupons = SampleData.coupons(catalog);
        PricingService pricing = new PricingService(TaxTable.standard());
        CheckoutService checkout =
                new CheckoutService(clock, pricing, coupons, payments, orders, SampleData.warehouses(catalog));
        Map<Region, List<Event>> traffic =
                new OrderTraffic(options.seed(), catalog, customers).generate(options.orders());

        ExecutorService workers = startWorkers();
        try {
            List<CompletableFuture<Lane>> running = traffic.values().stream()
                    .map(events -> new Lane(events, checkout, workers).start())
                    .toList();
            List<Lane> lanes = running.stream().map(CompletableFuture::join).toList();
            SalesSummary.Tally tally = lanes.stream()
                    .map(lane -> lane.tally)
                    .reduce(new SalesSummary.Tally(), SalesSummary.Tally::plus);
            long invoiceLines = lanes.stream().mapToLong(Lane::invoiceLines).sum();
            return SalesSummary.of(tally, orders).render(customers, coupons.uses(), invoiceLines);
        } finally {
            workers.shutdown();
        }
    }

    private ExecutorService startWorkers() {
        AtomicInteger count = new AtomicInteger();
        return Executors.newFixedThreadPool(options.threads(), task -> {
            Thread thread = new Thread(task, "shop-worker-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    private void report(PrintStream err, Duration elapsed) {
        err.printf(Locale.ROOT, "%d ms, %.1f %% of prices from memory%n",
                elapsed.toMillis(), 100 * PriceBook.hitRatio());
        audit.counts().forEach((action, calls) -> err.printf(Locale.ROOT, "%8d %s%n", calls, action));
        audit.recent().stream().filter(AuditTrail.Entry::failed).forEach(err::println);
    }
}

package dev.reenact.bench;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Tomcat answers requests that come over the loopback interface. */
final class TomcatWork implements Peers.Unit {

    private static final int CLIENTS = 2;

    private static final int REQUESTS = 200;

    private final Tomcat server = new Tomcat();

    private final Socket[] sockets = new Socket[CLIENTS];

    private final AtomicLong clientNanos = new AtomicLong();

    private final Peers.Latencies latencies;

    TomcatWork(Peers.Latencies latencies) throws Exception {
        this.latencies = latencies;
        server.setBaseDir(Files.createTempDirectory("tomcat").toString());
        server.setPort(0);
        Context context = server.addContext("/shop", Files.createTempDirectory("root").toString());
        Tomcat.addServlet(context, "items", new Items());
        context.addServletMappingDecoded("/items/*", "items");
        server.getConnector().setProperty("address", "127.0.0.1");
        server.getConnector().setProperty("maxKeepAliveRequests", "-1");
        server.start();
        for (int client = 0; client < CLIENTS; client++) {
            sockets[client] = new Socket(InetAddress.getLoopbackAddress(), server.getConnector().getLocalPort());
            sockets[client].setTcpNoDelay(true);
        }
    }

    @Override
    public long run() throws InterruptedException {
        AtomicLong bytes = new AtomicLong();
        Thread[] clients = new Thread[CLIENTS];
        for (int client = 0; client < CLIENTS; client++) {
            Socket socket = sockets[client];
            clients[client] = new Thread(() -> {
                long before = Clocks.threadNanos();
                bytes.addAndGet(request(socket));
                clientNanos.addAndGet(Clocks.threadNanos() - before);
            });
            clients[client].start();
        }
        for (Thread client : clients) {
            client.join();
        }
        return bytes.get();
    }

    @Override
    public long foreignCpuNanos() {
        return clientNanos.get();
    }

    private long request(Socket socket) {
        try {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            long sum = 0;
            for (int number = 0; number < REQUESTS; number++) {
                String head = "GET /shop/items/" + number % 40 + "?sort=name&page=" + number % 7
                        + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Language: en, de;q=0.5\r\n"
                        + "Cookie: session=abc" + number % 5 + "\r\nUser-Agent: bench\r\n\r\n";
                long start = System.nanoTime();
                out.write(head.getBytes(StandardCharsets.ISO_8859_1));
                sum += answer(in);
                latencies.add(System.nanoTime() - start);
            }
            return sum;
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Reads an answer to its end; gives the length of its body. */
    private static int answer(InputStream in) throws IOException {
        int length = -1;
        StringBuilder line = new StringBuilder();
        for (boolean isFirst = true; ; ) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            if (next != '\n') {
                line.append((char) next);
                continue;
            }
            String header = line.toString().trim();
            line.setLength(0);
            if (isFirst && !header.contains(" 200")) {
                throw new IOException(header);
            }
            isFirst = false;
            if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(header.substring(15).trim());
            }
            if (header.isEmpty()) {
                in.skipNBytes(length);
                return length;
            }
        }
    }

    /** Some items as HTML. */
    private static final class Items extends HttpServlet {

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            StringBuilder page = new StringBuilder("<html><body><ul>");
            int first = Integer.parseInt(request.getPathInfo().substring(1));
            for (int item = first; item < first + 20; item++) {
                page.append("<li>item ").append(item).append(" sorted by ").append(request.getParameter("sort"));
                page.append(" on page ").append(request.getParameter("page")).append("</li>");
            }
            page.append("</ul>").append(request.getHeader("User-Agent"));
            page.append(request.getCookies()[0].getName()).append(request.getLocale()).append("</body></html>");
            byte[] bytes = page.toString().getBytes(StandardCharsets.UTF_8);
            response.setContentType("text/html; charset=utf-8");
            response.setHeader("Cache-Control", "no-store");
            response.setContentLength(bytes.length);
            response.getOutputStream().write(bytes);
        }
    }
}

package dev.carillon.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The network between an engine and PostgreSQL, with faults on demand. */
final class Wire implements AutoCloseable {

  private final int serverPort;
  private final ServerSocket door;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition thawed = lock.newCondition();
  private boolean frozen;

  private Wire(int serverPort, ServerSocket door) {
    this.serverPort = serverPort;
    this.door = door;
  }

  static Wire to(int serverPort) throws IOException {
    Wire wire = new Wire(serverPort, new ServerSocket(0, 64, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().name("wire").start(wire::accept);
    return wire;
  }

  int port() {
    return door.getLocalPort();
  }

  int connections() {
    return links.size();
  }

  /** Nothing passes any more, in either direction; what is sent meanwhile arrives at the thaw. */
  void freeze() {
    lock.lock();
    try {
      frozen = true;
    } finally {
      lock.unlock();
    }
  }

  void thaw() {
    lock.lock();
    try {
      frozen = false;
      thawed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Cuts every connection. */
  void cut() {
    links.forEach(Link::close);
  }

  /**
   * Cuts every connection as soon as PostgreSQL has answered on it: what was asked is done, and the
   * answer is lost.
   */
  void loseAnswers() {
    links.forEach(link -> link.losing = true);
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), serverPort));
        links.add(link);
        Thread.ofVirtual().start(() -> link.pump(client, link.server, false));
        Thread.ofVirtual().start(() -> link.pump(link.server, client, true));
      } catch (IOException e) {
        // The server is down: the client sees its connection refused or closed, and tries again.
      }
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    thaw();
    cut();
  }

  private final class Link {

    final Socket client;
    final Socket server;
    volatile boolean losing;

    Link(Socket client, Socket server) throws IOException {
      this.client = client;
      this.server = server;
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
    }

    void pump(Socket from, Socket to, boolean answers) {
      byte[] buffer = new byte[16_384];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        int read = in.read(buffer);
        while (read >= 0 && !(answers && losing)) {
          awaitThaw();
          out.write(buffer, 0, read);
          read = in.read(buffer);
        }
      } catch (IOException e) {
        // Cut by one end, or by us.
      } finally {
        close();
      }
    }

    private void awaitThaw() {
      lock.lock();
      try {
        while (frozen) {
          thawed.awaitUninterruptibly();
        }
      } finally {
        lock.unlock();
      }
    }

    void close() {
      links.remove(this);
      try (client;
          server) {
        losing = true;
      } catch (IOException e) {
        // It is closed either way.
      }
    }
  }
}

package dev.carillon.server.target;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that vouches for itself, made by the JDK's own keytool. */
final class TestCertificate {

  private static final char[] PASSWORD = "only-for-tests".toCharArray();

  private final KeyStore keys;

  private TestCertificate(KeyStore keys) {
    this.keys = keys;
  }

  /**
   * Makes a key and its certificate.
   *
   * @param names whom it is for, such as {@code dns:receiver.test,ip:127.0.0.1}
   * @param options of keytool besides
   */
  static TestCertificate of(Path directory, String names, String... options) throws Exception {
    Path store = directory.resolve("receiver.p12");
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> command = new ArrayList<>(List.of(keytool.toString(), "-genkeypair"));
    command.addAll(List.of("-alias", "receiver", "-keyalg", "EC", "-dname", "CN=receiver"));
    command.addAll(List.of("-ext", "SAN=" + names, "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("keytool failed: " + said);
    }
    return new TestCertificate(read(store));
  }

  private static KeyStore read(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  /** For a receiver that shows it. */
  ServerSocketFactory server() throws GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context.getServerSocketFactory();
  }

  /** For a caller that trusts it and nobody else. */
  SSLSocketFactory trusting() throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("receiver", keys.getCertificate("receiver"));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context.getSocketFactory();
  }
}

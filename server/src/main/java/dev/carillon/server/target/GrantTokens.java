package dev.carillon.server.target;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.carillon.engine.clock.WallClock;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.store.Grant;
import dev.carillon.server.store.SigningKeys;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes the short-lived tokens that go with calls made under a grant.
 *
 * <p>Each server signs with a key of its own, in {@code grant-key.json} of its data directory; its
 * public half is shown by all of them. To change the key, remove the file and restart: the next one
 * has another id, and the old public half stays up for longer than any token made with it.
 */
public final class GrantTokens {

  static final String FILE = "grant-key.json";
  static final String ISSUER = "carillon";
  private static final Duration LIFE = Duration.ofMinutes(5);

  /** Well within the two days that a key is shown for. */
  private static final Duration PUBLISH_AGAIN = Duration.ofHours(1);

  private final WallClock clock;
  private final SigningKeys published;
  private final ECKey key;
  private final ECDSASigner signer;
  private final AtomicReference<Instant> publishedAt = new AtomicReference<>(Instant.MIN);

  private GrantTokens(WallClock clock, SigningKeys published, ECKey key) throws JOSEException {
    this.clock = clock;
    this.published = published;
    this.key = key;
    signer = new ECDSASigner(key);
  }

  /** Reads the key of this directory, or makes it. */
  public static GrantTokens in(Path directory, WallClock clock, SigningKeys published) {
    Path file = directory.resolve(FILE);
    try {
      ECKey key = ECKey.parse(KeyFile.readOrCreate(file, GrantTokens::fresh));
      if (!key.isPrivate() || key.getKeyID() == null) {
        throw new IllegalStateException(
            "expected a private key with its kid in %s; remove the file to have a new one made"
                .formatted(file));
      }
      return new GrantTokens(clock, published, key);
    } catch (ParseException | JOSEException e) {
      // The cause may repeat the key.
      throw new IllegalStateException(
          "expected a private key (JWK, P-256) in %s, found something else; remove the file to have"
                  .formatted(file)
              + " a new one made");
    }
  }

  private static String fresh() {
    try {
      return new ECKeyGenerator(Curve.P_256)
              .algorithm(JWSAlgorithm.ES256)
              .keyIDFromThumbprint(true)
              .generate()
              .toJSONString()
          + "\n";
    } catch (JOSEException e) {
      throw new IllegalStateException("every Java has the curve P-256", e);
    }
  }

  /**
   * A token for one attempt.
   *
   * @param audience the executor that it is for
   */
  String token(RunContext run, Grant grant, String graphId, String audience) {
    Instant now = clock.now();
    publish(now);
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .audience(audience)
            .subject(grant.userId())
            .jwtID(Deliverer.attemptId(run))
            .issueTime(Date.from(now))
            .notBeforeTime(Date.from(now.minusSeconds(30)))
            .expirationTime(Date.from(now.plus(LIFE)))
            .claim("grant_id", grant.id().toString())
            .claim("billing_account_id", grant.billingAccountId())
            .claim("scope", String.join(" ", grant.scopes()))
            .claim("run_id", run.runId().toString())
            .claim("graph_id", graphId)
            .build();
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .type(JOSEObjectType.JWT)
            .keyID(key.getKeyID())
            .build();
    try {
      SignedJWT token = new SignedJWT(header, claims);
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("the key cannot sign", e);
    }
  }

  /** Before the first token that needs it, and from time to time, so that it stays up. */
  public void publish() {
    publish(clock.now());
  }

  private void publish(Instant now) {
    Instant last = publishedAt.get();
    if (last.isBefore(now.minus(PUBLISH_AGAIN))) {
      published.publish(key.getKeyID(), key.toPublicJWK().toJSONString());
      publishedAt.compareAndSet(last, now);
    }
  }
}

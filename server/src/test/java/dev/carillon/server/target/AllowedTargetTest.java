package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server whose operator allows private targets: no more than that is allowed. */
class AllowedTargetTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private final ApiServer.Client client = api.operator();

  private int create(String url) {
    return client
        .post("/api/v1/schedules", "{\"interval_seconds\":3600,\"url\":\"%s\"}".formatted(url))
        .status();
  }

  @Test
  void private_addresses_are_accepted() {
    assertThat(create("http://127.0.0.1:9000/hook")).isEqualTo(201);
    assertThat(create("http://[::1]/")).isEqualTo(201);
    assertThat(create("http://10.1.2.3/")).isEqualTo(201);
  }

  @Test
  void metadata_services_passwords_and_other_schemes_are_not() {
    assertThat(create("http://169.254.169.254/latest/meta-data/")).isEqualTo(422);
    assertThat(create("http://user:secret@10.1.2.3/")).isEqualTo(422);
    assertThat(create("file:///etc/passwd")).isEqualTo(422);
  }
}

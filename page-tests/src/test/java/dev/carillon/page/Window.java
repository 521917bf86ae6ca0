package dev.carillon.page;

import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A window of the browser. Everything that it complains of is kept: scripts that fail, breaches of
 * the content security policy, and requests to anywhere but the server.
 */
final class Window implements AutoCloseable {

  private final Page page;
  private final String url;
  private final List<String> complaints = new ArrayList<>();

  Window(Page page, String url) {
    this.page = page;
    this.url = url;
    page.onPageError(error -> complaints.add("script: " + error));
    page.onConsoleMessage(this::heard);
    page.onRequest(this::asked);
  }

  /** Refused and lost requests are written there as well; tests provoke them on purpose. */
  private void heard(ConsoleMessage message) {
    if (message.type().equals("error")
        && !message.text().startsWith("Failed to load resource")
        && !message.text().contains("net::ERR_")) {
      complaints.add("console: " + message.text());
    }
  }

  private void asked(Request request) {
    URI asked = URI.create(request.url());
    if (List.of("http", "https").contains(asked.getScheme())
        && !"127.0.0.1".equals(asked.getHost())) {
      complaints.add("elsewhere: " + request.url());
    }
  }

  List<String> complaints() {
    return complaints;
  }

  Page page() {
    return page;
  }

  /** Goes to an address of the page, and waits until its head is there. */
  Window at(String path) {
    return at(url, path);
  }

  Window at(String server, String path) {
    page.navigate(server + path);
    page.locator("h1").first().waitFor();
    return this;
  }

  Locator heading(String text) {
    return page.getByRole(
        AriaRole.HEADING, new Page.GetByRoleOptions().setName(text).setExact(true));
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator radio(String name) {
    return page.getByRole(AriaRole.RADIO, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  Locator region(String name) {
    return page.getByRole(
        AriaRole.REGION, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator dialog() {
    return page.getByRole(AriaRole.DIALOG);
  }

  /** A button of the open dialog. */
  Locator answer(String name) {
    return dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator text(String text) {
    return page.getByText(text).first();
  }

  /** The row of a table that has this text. */
  Locator row(String text) {
    return page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText(text));
  }

  void press(String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
  }

  @Override
  public void close() {
    page.context().close();
  }
}

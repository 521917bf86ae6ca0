package dev.carillon.page;

/** How well one colour stands out from another, as WCAG 2 defines it: from 1 to 21. */
final class Contrast {

  private Contrast() {}

  static double of(String one, String other) {
    double first = luminance(one);
    double second = luminance(other);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  /**
   * @param colour such as #fbfbfa or #fff
   */
  private static double luminance(String colour) {
    String digits = colour.substring(1);
    if (digits.length() == 3) {
      digits = digits.replaceAll("(.)", "$1$1");
    }
    int value = Integer.parseInt(digits, 16);
    return 0.2126 * linear(value >> 16)
        + 0.7152 * linear((value >> 8) & 0xff)
        + 0.0722 * linear(value & 0xff);
  }

  private static double linear(int channel) {
    double part = channel / 255.0;
    return part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }
}

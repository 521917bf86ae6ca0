package dev.carillon.engine.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The values of one cron field, read back from their bits in the way a person would say them. */
final class MaskWords {

  private final int min;
  private final int max;
  private final List<Integer> values = new ArrayList<>();

  MaskWords(FieldValues field) {
    min = field.field().min();
    // Sunday's second number is folded into its first.
    max = field.field() == CronField.DAY_OF_WEEK ? 6 : field.field().max();
    long mask = field.mask();
    for (int value = min; value <= max; value++) {
      if ((mask >>> value & 1) != 0) {
        values.add(value);
      }
    }
  }

  List<Integer> values() {
    return values;
  }

  int size() {
    return values.size();
  }

  int first() {
    return values.getFirst();
  }

  int last() {
    return values.getLast();
  }

  boolean isAll() {
    return size() == max - min + 1;
  }

  boolean isOnly(int value) {
    return size() == 1 && first() == value;
  }

  boolean isRange() {
    return last() - first() == size() - 1;
  }

  /** The n of a field like {@code *}{@code /n} with at least three values, or 0. */
  int step() {
    if (size() < 3 || first() != min) {
      return 0;
    }
    int step = values.get(1) - min;
    for (int i = 1; i < size(); i++) {
      if (values.get(i) - values.get(i - 1) != step) {
        return 0;
      }
    }
    return step > 1 && last() + step > max ? step : 0;
  }

  /** The n of a step that also divides the field evenly, so that its rhythm never breaks, or 0. */
  int evenStep() {
    if (size() == 2 && first() == min && (last() - min) * 2 == max - min + 1) {
      return last() - min;
    }
    int step = step();
    return step > 0 && (max - min + 1) % step == 0 ? step : 0;
  }

  /** "1, 5 to 9 and 20": runs of three and more are drawn together. */
  String spoken(IntFunction<String> word) {
    return English.list(words(word));
  }

  List<String> words(IntFunction<String> word) {
    var words = new ArrayList<String>();
    int i = 0;
    while (i < size()) {
      int end = i;
      while (end + 1 < size() && values.get(end + 1) == values.get(end) + 1) {
        end++;
      }
      if (end - i >= 2) {
        words.add(word.apply(values.get(i)) + " to " + word.apply(values.get(end)));
        i = end + 1;
      } else {
        words.add(word.apply(values.get(i)));
        i++;
      }
    }
    return words;
  }
}

package dev.carillon.simulator.store;

import org.junit.jupiter.api.Nested;

/**
 * What every store must do, said through the port alone. The simulator's store is trusted because
 * it passes this; PostgreSQL's because it does, too.
 *
 * <p>Each test starts with an empty store that has the organizations 1 and 2. There is one file for
 * each noun.
 */
abstract class StoreContract implements StoreSubject {

  @Nested
  class ANode extends NodeContract {
    ANode() {
      super(StoreContract.this);
    }
  }

  @Nested
  class AShard extends ShardContract {
    AShard() {
      super(StoreContract.this);
    }
  }

  @Nested
  class Reading_ahead extends ReadingContract {
    Reading_ahead() {
      super(StoreContract.this);
    }
  }

  @Nested
  class A_slot_begins extends BeginContract {
    A_slot_begins() {
      super(StoreContract.this);
    }
  }

  @Nested
  class A_run_is_completed extends CompletionContract {
    A_run_is_completed() {
      super(StoreContract.this);
    }
  }

  @Nested
  class An_update extends UpdateContract {
    An_update() {
      super(StoreContract.this);
    }
  }

  @Nested
  class An_estate extends EstateContract {
    An_estate() {
      super(StoreContract.this);
    }
  }

  @Nested
  class A_schedule extends ScheduleContract {
    A_schedule() {
      super(StoreContract.this);
    }
  }

  @Nested
  class History extends HistoryContract {
    History() {
      super(StoreContract.this);
    }
  }
}

-- A transaction whose last message also commits it cannot be taken back by whoever reads the answer.
-- So the database itself compares how many rows were written with how many were to be.
create function carillon.require_written(written bigint, expected int) returns void
  language plpgsql immutable
  as $$
  begin
    if written <> expected then
      raise exception '% of % locked timers were written; somebody writes without locking',
        written, expected;
    end if;
  end
  $$;

// The line protocol between the benchmark and a driver written for Node; Drive.java is its twin, and
// ../README.md says what every command means. A driver is an object of the few functions used below.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

const SETTLED_POLL_MS = 5;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The version that is installed beside a driver. */
export function installed(name, driver) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, driver))).version;
}

/** Answers commands from standard input until it ends. */
export async function serve(peer) {
  const can = Object.keys(commands).filter((name) => (needs[name] ?? []).every((part) => peer[part]));
  say(`hello version=${peer.version} runtime=node-${process.versions.node} can=${can.join(",")}`);
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...words] = line.trim().split(" ");
    try {
      if (!can.includes(name)) throw new Error(`cannot do ${name}`);
      const answer = (await commands[name](peer, words)) ?? {};
      say(["ok", ...Object.entries(answer).map(([key, value]) => `${key}=${value}`)].join(" "));
    } catch (problem) {
      say(`error ${String(problem?.stack ?? problem).replaceAll("\n", " | ")}`);
    }
  }
  process.exit(0);
}

/** What a driver must have so that it can follow a command. */
const needs = {
  fill: ["addDue"],
  drain: ["unfinished"],
  left: ["unfinished"],
  timers: ["addTimers"],
  recurring: ["addRecurring"],
  latency: ["addNow"],
};

const commands = {
  install: (peer) => peer.install(),

  fill: (peer, [count]) => peer.addDue(Number(count)),

  timers: (peer, [count, perSecond, firstAt]) => peer.addTimers(Number(count), Number(perSecond), Number(firstAt)),

  recurring: (peer, [count, delayMs]) => peer.addRecurring(Number(count), Number(delayMs)),

  /** Works until so many jobs have run and the database holds none of them any more. */
  async drain(peer, [count]) {
    const work = new Work();
    await peer.start(work.ran);
    await work.reaches(Number(count));
    const handled = Date.now();
    while ((await peer.unfinished()) > 0) await sleep(SETTLED_POLL_MS);
    return { first: work.firstAt, handled, settled: Date.now(), runs: work.runs };
  },

  /** Works without end; where a file is named, each job appends its number to it, and then takes so long. */
  async work(peer, [log, pauseMs]) {
    peer.work = new Work(log, Number(pauseMs ?? 0));
    await peer.start(peer.work.ran);
  },

  left: async (peer) => ({ jobs: await peer.unfinished() }),

  count: (peer) => ({ runs: peer.work.runs, at: Date.now() }),

  /** Notes the lateness of all runs due within the window, in microseconds, one a line. */
  async lateness(peer, [from, until, file]) {
    const work = new Work();
    work.note(Number(from), Number(until));
    await peer.start(work.ran);
    await sleep(Math.max(0, Number(until) - Date.now()));
    const onTime = work.noted.length;
    // Whoever is late gets as long again as the window was, at most half a minute.
    const patience = Math.min(30_000, Number(until) - Number(from));
    for (let waited = 0, before = -1; waited < patience && work.noted.length !== before; waited += 1000) {
      before = work.noted.length;
      await sleep(1000);
    }
    writeFileSync(file, work.noted.join("\n"));
    return { runs: work.noted.length, on_time: onTime };
  },

  /** From the call that adds a job to its first instruction, one job after the other. */
  async latency(peer, [count, warmUp, file]) {
    let started;
    await peer.start(() => started(process.hrtime.bigint()));
    const samples = [];
    for (let i = 1; i <= Number(warmUp) + Number(count); i++) {
      const start = new Promise((resolve) => (started = resolve));
      const began = process.hrtime.bigint();
      await peer.addNow(i);
      samples.push(Number(((await start) - began) / 1000n));
    }
    writeFileSync(file, samples.slice(Number(warmUp)).join("\n"));
    return { runs: samples.length };
  },

  stop: (peer) => peer.stop(),
};

/** Counts runs, and logs or notes them where asked to. */
class Work {
  runs = 0;
  firstAt = 0;
  noted = [];
  #window = [Infinity, -Infinity];
  #log;
  #pauseMs;
  #target = Infinity;
  #reached;

  constructor(log, pauseMs) {
    if (log) {
      this.#pauseMs = pauseMs;
      this.#log = openSync(log, "a");
      process.on("exit", () => closeSync(this.#log));
    }
  }

  /** Called by the job itself, which must await what it returns; dueAt in milliseconds, where the peer knows it. */
  ran = (id, dueAt) => {
    if (this.runs++ === 0) this.firstAt = Date.now();
    if (dueAt >= this.#window[0] && dueAt < this.#window[1]) {
      this.noted.push(Math.round((performance.timeOrigin + performance.now() - dueAt) * 1000));
    }
    if (this.runs === this.#target) this.#reached();
    if (this.#log) {
      writeSync(this.#log, `${id}\n`);
      return sleep(this.#pauseMs);
    }
  };

  note(from, until) {
    this.#window = [from, until];
  }

  reaches(count) {
    return new Promise((resolve) => {
      this.#target = count;
      this.#reached = resolve;
      if (this.runs >= count) resolve();
    });
  }
}

function say(line) {
  process.stdout.write(line + "\n");
}

/** Splits 1..count into lists of at most size numbers. */
export function* batches(count, size) {
  for (let first = 1; first <= count; first += size) {
    yield Array.from({ length: Math.min(size, count - first + 1) }, (_, i) => first + i);
  }
}

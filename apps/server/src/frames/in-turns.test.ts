import { expect, test } from "vitest";
import { manualTime } from "../manual-time.fixture.ts";
import { inTurns } from "./in-turns.ts";

test("long work lets others have the thread every few milliseconds, and comes to the same", async () => {
  const time = manualTime(0);
  const heard: string[] = [];
  function* work(): Generator<undefined, string> {
    for (let part = 0; part < 6; part++) {
      time.burn(5);
      heard.push(`part ${part}`);
      yield;
    }
    return "done";
  }
  const result = inTurns(work(), time.timers);
  while (time.waiting > 0) {
    heard.push("others");
    time.pass(0);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(heard).toEqual(["part 0", "part 1", "others", "part 2", "part 3", "others", "part 4", "part 5", "others"]);
  expect(await result).toBe("done");
});

test("short work is done before anybody else has a turn", () => {
  let done = false;
  // biome-ignore lint/correctness/useYield: work of no parts
  function* work(): Generator<undefined, void> {
    done = true;
  }
  void inTurns(work(), manualTime(0).timers);
  expect(done).toBe(true);
});

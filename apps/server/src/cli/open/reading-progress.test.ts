import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, test } from "vitest";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { ReadingProgress } from "./reading-progress.ts";

function shown(environment: Record<string, string>, hasTerminal = true): string {
  const time = manualTime();
  let text = "";
  const write = (part: string) => {
    text += part;
  };
  const progress = hasTerminal ? { progress: write } : {};
  const reading = new ReadingProgress({ ...capturedTerminal(), environment, columns: () => 80, ...progress }, time.timers);
  for (let percent = 0; percent <= 100; percent += 10) {
    reading.show(() => `${percent} %`);
    time.pass(600);
  }
  reading.end();
  return text;
}

test("shows nothing for two seconds, and then one line that is overwritten", () => {
  expect(shown({ TERM: "xterm" })).toBe(`${[40, 50, 60, 70, 80, 90, 100].map((percent) => `\r\u001b[K${percent} %`).join("")}\n`);
});

test("prints a line every five seconds on a terminal without control sequences", () => {
  expect(shown({ TERM: "dumb" })).toBe("40 %\n");
});

test("shows nothing if stderr is no terminal", () => {
  expect(shown({ TERM: "xterm" }, false)).toBe("");
});

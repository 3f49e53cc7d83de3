import { expect, it } from "vitest";
import { throttleReads } from "./read-throttle.ts";
import type { KubeResponse } from "./send-request.ts";

function answer(isDirect = true) {
  const log: string[] = [];
  const due: (() => void)[] = [];
  let isHeld = false;
  const later = (name: string) => (run: () => void) => {
    log.push(name);
    due.push(run);
    return { cancel: () => void due.splice(due.indexOf(run), 1) };
  };
  const soon = later("soon");
  const after = later("wait");
  const socket = { pause: () => log.push("pause"), resume: () => log.push("resume") };
  const response = {
    body: { socket, isPaused: () => isHeld },
    ...(isDirect ? { deliver: () => undefined } : {}),
  } as unknown as KubeResponse;
  const rest = throttleReads(response, 100, { soon, after: (_ms, run) => after(run) });
  return { rest, log, due, next: () => due.shift()?.(), hold: () => (isHeld = true) };
}

it("pauses after a turn without new data, and then reads what arrived", () => {
  const { rest, log, next } = answer();
  rest.onRead();
  rest.onRead();
  next();
  rest.onRead();
  next();
  expect(log).toEqual(["soon", "soon", "soon"]);
  next();
  expect(log).toEqual(["soon", "soon", "soon", "wait", "pause"]);
  next();
  expect(log.at(-1)).toBe("resume");
  rest.onRead();
  expect(log.at(-1)).toBe("soon");
});

it("leaves a response alone if another throttle holds it, its stream is read, or it has ended", () => {
  const held = answer();
  held.rest.onRead();
  held.hold();
  held.next();
  held.next();
  held.next();
  expect(held.log).toEqual(["soon", "soon", "wait"]);
  const streamed = answer(false);
  streamed.rest.onRead();
  expect(streamed.log).toEqual([]);
  const ended = answer();
  ended.rest.onRead();
  ended.rest.cancel();
  expect(ended.due).toEqual([]);
});

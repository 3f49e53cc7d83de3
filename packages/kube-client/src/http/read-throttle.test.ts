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
  const throttle = throttleReads(response, 100, { soon, after: (_ms, run) => after(run) });
  return { throttle, log, due, next: () => due.shift()?.(), hold: () => (isHeld = true) };
}

it("pauses after a turn without new data, and then reads what arrived", () => {
  const { throttle, log, next } = answer();
  throttle.onRead();
  throttle.onRead();
  next();
  throttle.onRead();
  next();
  expect(log).toEqual(["soon", "soon", "soon"]);
  next();
  expect(log).toEqual(["soon", "soon", "soon", "wait", "pause"]);
  next();
  expect(log.at(-1)).toBe("resume");
  throttle.onRead();
  expect(log.at(-1)).toBe("soon");
});

it("does not resume a response that another module paused, that is read as a stream, or that has ended", () => {
  const pausedElsewhere = answer();
  pausedElsewhere.throttle.onRead();
  pausedElsewhere.hold();
  pausedElsewhere.next();
  pausedElsewhere.next();
  pausedElsewhere.next();
  expect(pausedElsewhere.log).toEqual(["soon", "soon", "wait"]);
  const streamed = answer(false);
  streamed.throttle.onRead();
  expect(streamed.log).toEqual([]);
  const ended = answer();
  ended.throttle.onRead();
  ended.throttle.cancel();
  expect(ended.due).toEqual([]);
});

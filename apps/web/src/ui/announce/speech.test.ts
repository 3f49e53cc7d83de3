import fc from "fast-check";
import { expect, it } from "vitest";
import { afterSpeech, newSpeechQueue, type Speech } from "./speech.ts";

const rolling = { matter: "rolling a/b", text: "ROLLING a/b: 3 of 12", isUrgent: false };
const stuck = { matter: "stuck a/b", text: "STUCK a/b", isUrgent: true };
const fine = { matter: "fine a/b", text: "AVAILABLE a/b", isUrgent: false };

it("does not announce changed numbers and ages, only a changed subject", () => {
  const first = newSpeechQueue(rolling);
  expect(afterSpeech(first, { ...rolling, text: "ROLLING a/b: 4 of 12" }, 90_000)).toBe(first);
  expect(afterSpeech(first, stuck, 90_000)).toEqual({ text: "STUCK a/b", matter: "stuck a/b", announcedAtMs: [90_000] });
});

it("announces urgent text at once, also right after another announcement", () => {
  const announced = afterSpeech(newSpeechQueue(rolling), fine, 1000);
  expect(afterSpeech(announced, stuck, 2000).text).toBe("STUCK a/b");
});

it("announces the newest text after the pause, and skips those in between", () => {
  const announced = afterSpeech(newSpeechQueue(rolling), fine, 0);
  expect(afterSpeech(announced, rolling, 30_000)).toBe(announced);
  expect(afterSpeech(announced, { ...rolling, text: "ROLLING a/b: 9 of 12" }, 60_000).text).toBe("ROLLING a/b: 9 of 12");
  expect(afterSpeech(announced, fine, 60_000)).toBe(announced);
});

it("announces at most two sentences a minute, for any sequence of changes", () => {
  const request = fc.record({ matter: fc.constantFrom("a", "b", "c"), text: fc.string(), isUrgent: fc.boolean() });
  fc.assert(
    fc.property(fc.array(fc.tuple(request, fc.integer({ min: 0, max: 20_000 })), { maxLength: 80 }), (requests) => {
      let nowMs = 0;
      let speech: Speech = newSpeechQueue({ matter: "", text: "", isUrgent: false });
      const announcedAtMs: number[] = [];
      for (const [each, laterMs] of requests) {
        nowMs += laterMs;
        const after = afterSpeech(speech, each, nowMs);
        if (after !== speech) announcedAtMs.push(nowMs);
        speech = after;
      }
      for (const atMs of announcedAtMs)
        expect(announcedAtMs.filter((other) => other >= atMs && other < atMs + 60_000).length).toBeLessThanOrEqual(2);
    }),
    { seed: 20261122, numRuns: 200 },
  );
});

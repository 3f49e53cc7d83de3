import fc from "fast-check";
import { expect, it, test } from "vitest";
import { LogBuffer } from "./log-buffer.ts";

const texts = (buffer: LogBuffer) => buffer.flush().map(({ text }) => text);

test("sorts lines of several streams by time, regardless of the order of arrival", () => {
  const buffer = new LogBuffer();
  buffer.push(0, ["2026-01-01T00:00:01Z a1", "2026-01-01T00:00:03.5Z a2"]);
  expect(texts(buffer)).toEqual(["a1", "a2"]);
  buffer.push(1, ["2026-01-01T00:00:00Z b0", "2026-01-01T00:00:03Z b1", "2026-01-01T00:00:04Z b2"]);
  expect(texts(buffer)).toEqual(["b0", "a1", "b1", "a2", "b2"]);
});

test("keeps a line without a time in order of arrival, and an empty line as a line", () => {
  const buffer = new LogBuffer();
  buffer.push(0, ["2026-01-01T00:00:01Z ", "no time"]);
  expect(buffer.flush().map(({ time, text }) => [time, text])).toContainEqual(["2026-01-01T00:00:01Z", ""]);
  expect(texts(buffer)).toContain("no time");
});

test("drops and counts the oldest lines beyond the line limit and the size limit", () => {
  const few = new LogBuffer({ lines: 3, characters: 1000 });
  few.push(
    0,
    [1, 2, 3, 4, 5].map((at) => `2026-01-01T00:00:0${at}Z line ${at}`),
  );
  expect(texts(few)).toEqual(["line 3", "line 4", "line 5"]);
  expect(few.dropped).toBe(2);
  const small = new LogBuffer({ lines: 100, characters: 10 });
  small.push(0, ["2026-01-01T00:00:01Z 1234567", "2026-01-01T00:00:02Z 1234567"]);
  expect(texts(small)).toHaveLength(1);
  expect(small.dropped).toBe(1);
});

const left = { kind: "left", pod: "a", node: "n", container: "c" } as const;
const joined = { kind: "joined", pod: "b", node: "n", container: "c", before: "a" } as const;

test("places a stream's end at its time, and its start before its first line, however early", () => {
  const buffer = new LogBuffer();
  buffer.push(0, ["2026-01-01T00:00:01Z last"]);
  buffer.note(0, Date.UTC(2026, 0, 1, 0, 0, 2), left);
  buffer.note(1, Date.UTC(2026, 0, 1, 0, 0, 9), joined);
  buffer.push(1, ["2026-01-01T00:00:05.123456789Z first", "2026-01-01T00:00:06Z second"]);
  expect(buffer.flush().map(({ text, note }) => note?.kind ?? text)).toEqual(["last", "left", "joined", "first", "second"]);
});

test("shows the start of a stream also without lines", () => {
  const buffer = new LogBuffer();
  buffer.note(1, Date.UTC(2026, 0, 1), joined);
  expect(buffer.flush()).toEqual([]);
  let lines = buffer.flush();
  for (let turn = 0; turn < 10; turn++) lines = buffer.flush();
  expect(lines).toMatchObject([{ note: joined, time: "2026-01-01T00:00:00.000Z" }]);
});

it("remains sorted after any pushes and flushes, and counts every dropped line", () => {
  const push = fc.record({ stream: fc.nat(3), seconds: fc.array(fc.nat(59)), flush: fc.boolean() });
  fc.assert(
    fc.property(fc.array(push), (pushes) => {
      const buffer = new LogBuffer({ lines: 40, characters: 1e6 });
      let count = 0;
      for (const { stream, seconds, flush } of pushes) {
        const lines = [...seconds].sort((a, b) => a - b).map((at) => `2026-01-01T00:00:${String(at).padStart(2, "0")}Z x`);
        buffer.push(stream, lines);
        count += lines.length;
        if (flush) buffer.flush();
      }
      const times = buffer.flush().map(({ time }) => time);
      expect(times).toEqual([...times].sort());
      expect(times.length + buffer.dropped).toBe(count);
    }),
    { seed: 20261121 },
  );
});

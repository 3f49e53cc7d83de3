import { PassThrough } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WINDOW_BYTES } from "../encoding/message-packer.ts";
import { messagesIn } from "../live-frames.fixture.ts";
import { Reader, type StreamEncoding } from "../readers/reader.ts";
import { FrameLog } from "./frame-log.ts";
import { sseMessage } from "./sse.ts";
import { Tail } from "./tail.ts";

const SEED = Number(process.env.SEED ?? 20260302);
const cluster = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: false };

const frameAfter = ({ epoch, seq }: ClusterStateOf, text: string): Frame => ({
  epoch,
  seq: seq + 1,
  at: seq,
  marks: [{ kind: "nodeLeft", atMs: seq, node: text }],
});

/** A reader whose socket accepts `room` bytes until it drains. */
function readerOf(log: FrameLog, form: StreamEncoding, seq: number, room = 1 << 30) {
  const out = new PassThrough({ highWaterMark: room });
  const chunks: Buffer[] = [];
  const reader = new Reader({ log, out, form, place: log.placeAfter(seq), timers: manualTime(0).timers, onEnd: () => undefined });
  return {
    reader,
    /** Drains the socket, so that it accepts `room` bytes again. */
    drain() {
      for (let chunk = out.read() as Buffer | null; chunk !== null; chunk = out.read() as Buffer | null) chunks.push(chunk);
      if (reader.waits) out.emit("drain");
    },
    text() {
      const bytes = Buffer.concat(chunks);
      return form === "plain" ? bytes.toString("utf8") : gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString("utf8");
    },
  };
}

const step = fc.oneof(
  fc.record({ do: fc.constant("frame" as const), size: fc.oneof(fc.nat(300), fc.constantFrom(3000, WINDOW_BYTES, 40_000)) }),
  fc.record({ do: fc.constant("beat" as const), size: fc.nat(400) }),
  fc.record({ do: fc.constant("join" as const), back: fc.nat(5), room: fc.constantFrom(1, 2000, 1 << 30) }),
  fc.record({ do: fc.constant("send" as const), reader: fc.nat(9) }),
  fc.record({ do: fc.constant("drain" as const), reader: fc.nat(9) }),
);

test(`F16 a packed reader gets the same messages as a plain reader, from any position at any speed, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(3, 10, 2000), (steps, frames) => {
      const log = new FrameLog(emptyState("e1", cluster, 0), { frames, bytes: 1 << 20 });
      const pairs: { readonly plain: ReturnType<typeof readerOf>; readonly gzip: ReturnType<typeof readerOf> }[] = [];
      const each = (use: (reader: ReturnType<typeof readerOf>) => void) => {
        for (const { plain, gzip } of pairs) {
          use(plain);
          use(gzip);
        }
      };
      let count = 0;
      for (const action of steps) {
        const text = `${count++} ${"abcdefgh".repeat(("size" in action ? action.size : 0) / 8)}`;
        if (action.do === "frame") log.append(frameAfter(log.state, text));
        else if (action.do === "beat") log.appendMessage(sseMessage("bye", { reason: text }));
        else if (action.do === "join") {
          const seq = Math.max(0, log.state.seq - action.back);
          // The gzip reader's socket is never full. A `send` step skips both if the plain reader waits.
          pairs.push({ plain: readerOf(log, "plain", seq, action.room), gzip: readerOf(log, "gzip", seq, 1 << 30) });
        } else {
          const pair = pairs[action.reader];
          if (action.do === "send")
            pair?.plain.reader.waits === false &&
              [pair.plain, pair.gzip].map(({ reader }) => reader.send(sseMessage("bye", { reason: text })));
          else pair?.plain.drain();
        }
        each(({ reader }) => reader.pump());
      }
      for (const { plain, gzip } of pairs) {
        while (plain.reader.waits) plain.drain();
        plain.drain();
        gzip.drain();
        const [expected, got] = [messagesIn(plain.text()), messagesIn(gzip.text())];
        const frameIds = (messages: typeof got) => messages.filter(({ event }) => event === "frame").map(({ id, data }) => [id, data]);
        // A reader that waited may have missed dropped frames, and messages outside the log.
        if (plain.reader.resyncs === 0) expect(frameIds(got)).toEqual(frameIds(expected));
        if (plain.reader.resyncs === 0 && got.length === expected.length) expect(got).toEqual(expected);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("F16 a browser's decoder returns each message on arrival, without waiting for the next", async () => {
  const log = new FrameLog(emptyState("e1", cluster, 0));
  const out = new PassThrough();
  const reader = new Reader({ log, out, form: "gzip", place: log.tail.end, timers: manualTime(0).timers, onEnd: () => undefined });
  const decoded = out.pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH }));
  for (const name of ["one", "two", "three"]) {
    log.append(frameAfter(log.state, name));
    reader.pump();
    let text = "";
    while (!text.includes(name)) text += ((await new Promise((done) => decoded.once("data", done))) as Buffer).toString("utf8");
    expect(text.endsWith("\n\n")).toBe(true);
  }
});

test("F16 the tail packs a message once, and a message similar to earlier ones is small", () => {
  const log = new FrameLog(emptyState("e1", cluster, 0));
  for (let at = 0; at < 50; at++) log.append(frameAfter(log.state, `general-a-00${100 + at}`));
  const message = log.tail.at(log.tail.end - 1);
  expect(message?.packed).toBe(message?.packed);
  expect(message?.packed.length).toBeLessThan((message?.plain.length ?? 0) / 2);
});

test("F16 the window of a position starts at a message, is bounded, and outlives the ring", () => {
  const tail = new Tail();
  for (let at = 0; at < 2000; at++) {
    tail.append(Buffer.from(`data:${"x".repeat(at % 700)}${at}\n\n`));
    if (at > 5) tail.dropOldest();
    const again = gunzipSync(Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), tail.againAt(tail.end)]), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const text = again.toString("utf8");
    const window = text.slice(text.indexOf("\n\n") + 2);
    expect(window.length).toBeLessThanOrEqual(WINDOW_BYTES);
    expect(window.length).toBeGreaterThan(at < 300 ? 0 : WINDOW_BYTES - 800);
    expect(window.startsWith("data:")).toBe(true);
    expect(window.endsWith(`${at}\n\n`)).toBe(true);
  }
  expect(tail.plainBytes).toBeLessThan(6 * 720);
});

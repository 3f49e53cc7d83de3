import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameLog } from "../log/frame-log.ts";
import { sseMessage } from "../log/sse.ts";
import { Reader, type StreamEncoding } from "./reader.ts";
import { Readers } from "./readers.ts";
import { httpChunk, type StreamOutput } from "./stream-output.ts";

const SEED = Number(process.env.SEED ?? 20261126);
const cluster = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: false };
const LIMITS = { stallMs: 30_000, lifetimeMs: 300_000 };

const frameAfter = ({ epoch, seq }: ClusterStateOf, text: string): Frame => ({
  epoch,
  seq: seq + 1,
  at: seq,
  marks: [{ kind: "nodeLeft", atMs: seq, node: text }],
});

/** A socket that accepts `room` bytes before it must drain, and keeps them. */
function socketOf(room: number, isChunked: boolean) {
  const kept: Buffer[] = [];
  const listeners: (() => void)[] = [];
  let left = room;
  const keep = (bytes: Buffer): boolean => {
    kept.push(bytes);
    left -= bytes.length;
    return left > 0;
  };
  const out: StreamOutput = {
    ...(isChunked ? { sink: { write: keep } } : {}),
    write: (bytes) => keep(isChunked ? httpChunk(bytes) : bytes),
    end: () => kept.push(Buffer.from("END")),
    destroy: () => kept.push(Buffer.from("DESTROYED")),
    on: (event, listener) => event === "drain" && listeners.push(listener),
  };
  const drain = () => {
    left = room;
    for (const listener of listeners) listener();
  };
  return { out, drain, text: () => Buffer.concat(kept).toString("latin1") };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("frame" as const), size: fc.constantFrom(0, 8, 300, 3000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("beat" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("join" as const),
      back: fc.nat(4),
      form: fc.constantFrom<StreamEncoding>("plain", "gzip"),
      room: fc.constantFrom(1, 700, 1 << 30),
      isChunked: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constantFrom("send" as const, "drain" as const, "renew" as const), reader: fc.nat(9) }),
  fc.record({ do: fc.constant("follow" as const) }),
);

test(`F3 readers written to as a group get the same bytes as single ones, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, pumpsAtOnce) => {
      let log = new FrameLog(emptyState("e1", cluster, 0), { frames: 6, bytes: 1 << 20 });
      const { timers } = manualTime(0);
      const together = new Readers({ log, timers, limits: LIMITS, onCount: () => undefined });
      const alone = new Set<Reader>();
      const pairs: { readonly sockets: readonly ReturnType<typeof socketOf>[]; readonly readers: readonly Reader[] }[] = [];
      let epochs = 1;
      for (const [at, action] of steps.entries()) {
        if (action.do === "frame") log.append(frameAfter(log.state, `${at} ${"abcdefgh".repeat(action.size / 8)}`));
        else if (action.do === "beat") log.appendMessage(sseMessage("bye", { reason: String(at) }));
        else if (action.do === "join") {
          const [groupSocket, loneSocket] = [socketOf(action.room, action.isChunked), socketOf(action.room, action.isChunked)];
          const place = log.placeAfter(Math.max(0, log.state.seq - action.back));
          const joined = together.add(groupSocket.out, action.form, place, 0.5);
          const lone: Reader = new Reader({
            log,
            out: loneSocket.out,
            form: action.form,
            place,
            timers,
            limits: LIMITS,
            onEnd: () => alone.delete(lone),
          });
          alone.add(lone);
          pairs.push({ sockets: [groupSocket, loneSocket], readers: [joined, lone] });
        } else if (action.do === "follow") {
          log = new FrameLog(emptyState(`e${++epochs}`, cluster, 0), { frames: 6, bytes: 1 << 20 });
          const hello = sseMessage("bye", { reason: `hello ${epochs}` });
          together.follow(log, hello);
          for (const each of alone) each.follow(log, hello);
        } else {
          const pair = pairs[action.reader];
          if (action.do === "send") for (const each of pair?.readers ?? []) each.send(sseMessage("bye", { reason: `said ${at}` }));
          else if (action.do === "renew") for (const each of pair?.readers ?? []) each.renew();
          else for (const each of pair?.sockets ?? []) each.drain();
        }
        // Pumps after every third step, so that several messages accumulate.
        if (!pumpsAtOnce && at % 3 !== 0) continue;
        together.pump();
        for (const each of alone) each.pump();
        for (const { sockets, readers } of pairs) {
          expect(sockets[0]?.text()).toBe(sockets[1]?.text());
          expect(readers[0]?.waits).toBe(readers[1]?.waits);
          expect(readers[0]?.isCaughtUp).toBe(readers[1]?.isCaughtUp);
        }
        expect(together.count).toBe(alone.size);
        expect(together.waiting).toBe([...alone].filter(({ waits }) => waits).length);
      }
    }),
    { seed: SEED, numRuns: 400 },
  );
});

test("F3 looks a message up once for all caught-up readers, and stops writing to a slow one", () => {
  const log = new FrameLog(emptyState("e1", cluster, 0));
  const readers = new Readers({ log, timers: manualTime(0).timers, limits: LIMITS, onCount: () => undefined });
  const sockets = [1 << 30, 200, 1 << 30].map((room) => socketOf(room, true));
  for (const { out } of sockets) readers.add(out, "plain", log.tail.end, 0.5);
  readers.pump();
  let lookups = 0;
  const at = log.tail.at.bind(log.tail);
  log.tail.at = (place) => {
    lookups++;
    return at(place);
  };
  for (let frame = 0; frame < 10; frame++) {
    log.append(frameAfter(log.state, `node-${frame}`));
    readers.pump();
  }
  expect(lookups).toBe(10);
  expect(readers.waiting).toBe(1);
  expect(sockets[0]?.text()).toBe(sockets[2]?.text());
  expect(sockets[1]?.text().length).toBeLessThan((sockets[0]?.text().length ?? 0) / 2);
});

import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import { putDaemonSet, putNode } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { aDaemonSet, aNode, EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import { clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { describe, expect, it, test } from "vitest";
import { buildFrame } from "../build-frame.ts";
import type { GrowingBytes } from "../encoding/growing-bytes.ts";
import { EncodedKeyframe, encodeKeyframeChunks } from "./encoded-keyframe.ts";

const NODES = 12_000;
const STATE = clusterStateOf(
  Array.from({ length: NODES }, (_, at) => readyNode(`n-${at}`)),
  [{ key: "a/x" }],
  Array.from({ length: NODES }, (_, at) => [at % 5]),
);
const TEXT = keyframeText(encodeKeyframe(STATE));

/** A thread on which each time slice ends at once. The test starts the next one. */
function turnByTurn() {
  const turns: (() => void)[] = [];
  let elapsedMs = 0;
  const timers: Timers = {
    ...manualTime().timers,
    elapsedMs: () => {
      elapsedMs += 100;
      return elapsedMs;
    },
    soon(turn) {
      turns.push(turn);
      return { cancel: () => undefined };
    },
  };
  return { timers, next: () => turns.shift()?.() };
}

async function firstOf(bytes: GrowingBytes): Promise<Buffer> {
  for await (const chunk of bytes) return chunk;
  throw new Error("no byte came");
}

async function allOf(bytes: GrowingBytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it.each([
  ["br", createBrotliDecompress],
  ["gzip", createGunzip],
] as const)(
  "F3 the head of a keyframe can be read before its nodes are encoded, also in %s, and all readers get the rest",
  async (packing, unpackerOf) => {
    const { timers, next } = turnByTurn();
    const keyframe = new EncodedKeyframe(STATE);
    const written = keyframe.write(STATE, timers);
    const head = (await firstOf(keyframe.plain)).toString("utf8");
    expect(head).toBe(TEXT.slice(0, TEXT.indexOf("\n") + 1));
    expect(keyframe.plain.length).toBeUndefined();
    let unpacked = "";
    const unpacker = unpackerOf();
    unpacker.on("data", (chunk: Buffer) => {
      unpacked += chunk.toString("utf8");
    });
    const unpacking = (async () => {
      for await (const chunk of keyframe.packed(packing)) unpacker.write(chunk);
    })();
    await expect.poll(() => unpacked).toBe(head);
    const early = [allOf(keyframe.plain), allOf(keyframe.packed(packing))];
    while (keyframe.plain.length === undefined) {
      next();
      await Promise.resolve();
    }
    await Promise.all([written, unpacking]);
    const [plain, packed] = await Promise.all(early);
    expect(plain?.toString("utf8")).toBe(TEXT);
    expect((packing === "br" ? brotliDecompressSync : gunzipSync)(packed ?? "").toString("utf8")).toBe(TEXT);
    expect((await allOf(keyframe.packed(packing))).equals(packed ?? Buffer.alloc(0))).toBe(true);
    expect(keyframe.packed(packing).length).toBe(packed?.length);
  },
);

test("a failed encoding ends with an error for all readers, in every form, and never as complete", async () => {
  const keyframe = new EncodedKeyframe(STATE);
  const readers = [allOf(keyframe.plain), allOf(keyframe.packed("br"))];
  keyframe.plain.push(Buffer.from("{}\n"));
  keyframe.plain.fail(new Error("out of paper"));
  for (const each of readers) await expect(each).rejects.toThrow("out of paper");
  expect(keyframe.plain.length).toBeUndefined();
});

describe("encodeKeyframeChunks", () => {
  it("F1 a keyframe written line by line equals the codec's text, also with nodes encoded before", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    for (const name of ["ä", 'b"', "\u2028"]) model.apply(putNode(aNode(name, { labels: { [name]: name } })));
    model.apply(putDaemonSet(aDaemonSet("a")));
    let state = emptyState("e1", { context: "ü", server: "", version: undefined, simulated: true }, EPOCH_MS);
    const stringified = () => {
      const chunks = [...encodeKeyframeChunks(state)].filter((chunk) => chunk !== undefined);
      expect(Buffer.concat(chunks).toString("utf8")).toBe(keyframeText(encodeKeyframe(state)));
    };
    stringified();
    for (const name of ["b", "c"]) {
      model.apply(putDaemonSet(aDaemonSet(name)));
      const frame = buildFrame(state, model.takeChanges(), undefined, EPOCH_MS);
      const applied = frame && applyFrame(state, frame);
      if (applied?.kind === "applied") state = applied.state;
      expect(state.daemonSets.length).toBeGreaterThan(0);
      stringified();
    }
  });
});

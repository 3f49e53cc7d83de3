import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { EncodedKeyframe } from "@daemonscope/server/frames/log/encoded-keyframe";
import { decodeKeyframe, encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeOfText, keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import { type ClusterState, daemonSetsOf, nodesOf } from "@daemonscope/shared/state/cluster-state";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { cpuMs, printLast, rounded } from "./program.ts";
import { bigClusterRollout, rolloutBytes } from "./rollout.ts";
import { syntheticState } from "./synthetic-state.ts";

/** Above this size the state is generated instead of simulated, and only keyframes are measured. */
const MOST_SIMULATED = 5000;
const STEPS = 400;

const brotli = (bytes: Buffer | string): number =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;

/** Returns the served bytes of a keyframe: each line is flushed; the head is the first line. */
async function servedBytes(state: ClusterState): Promise<{ readonly head: number; readonly all: number }> {
  const keyframe = new EncodedKeyframe(state);
  await keyframe.write(state, systemTimers);
  let head = 0;
  let all = 0;
  for await (const { length } of keyframe.packed("br")) {
    head ||= length;
    all += length;
  }
  return { head, all };
}

async function keyframeBytes(state: ClusterState) {
  let text = "";
  const encodeMs = cpuMs(() => {
    text = keyframeText(encodeKeyframe(state));
  });
  const whole = Buffer.from(text);
  let packed = 0;
  const packMs = cpuMs(() => {
    packed = brotli(whole);
  });
  let decoded: ClusterState | undefined;
  const decodeMs = cpuMs(() => {
    decoded = decodeKeyframe(keyframeOfText(text));
  });
  if (decoded === undefined || stateHash(decoded) !== stateHash(state)) throw new Error("an encoded keyframe decodes to another state");
  const served = await servedBytes(state);
  return {
    raw: whole.length,
    head: served.head,
    served: served.all,
    gzip: gzipSync(whole, { level: 6 }).length,
    brotli: packed,
    encodeMs: Math.round(encodeMs),
    packMs: Math.round(packMs),
    decodeMs: Math.round(decodeMs),
  };
}

/**
 * Compares the bytes of keyframes with the lower bound of their state, and of a rollout's frames with the JSON of the
 * same objects.
 */
async function measure(nodes: number) {
  const cluster = bigClusterRollout(Math.min(nodes, MOST_SIMULATED));
  const generated = syntheticState(nodes, daemonSetsOf(cluster.state()), cluster.state().at);
  // The records of a dozen DaemonSets are small; their bound is the best compression.
  const records = brotliCompressSync(JSON.stringify(daemonSetsOf(generated.state))).length;
  const bound = Object.values(generated.bound).reduce((sum, each) => sum + each, records);
  const keyframe = await keyframeBytes(generated.state);
  const withoutUids = await keyframeBytes({
    ...generated.state,
    nodes: generated.state.nodes.map((node) => (node === undefined ? undefined : { ...node, uid: "00000000-0000-4000-8000-000000000000" })),
  });
  const synthetic = {
    keyframe,
    bound: { ...generated.bound, records, all: bound },
    timesBound: rounded(keyframe.served / bound, 3),
    withoutUids: { brotli: withoutUids.served, timesBound: rounded(withoutUids.served / (bound - generated.bound.uids), 3) },
  };
  if (nodes > MOST_SIMULATED) return { nodes, cells: nodes * daemonSetsOf(generated.state).length, synthetic };
  const state = cluster.state();
  const naive = JSON.stringify({ nodes: nodesOf(state), daemonSets: daemonSetsOf(state), pods: cluster.pods() });
  const simulated = { ...(await keyframeBytes(state)), naiveRaw: naive.length, naiveGzip: gzipSync(naive, { level: 6 }).length };
  const rollout = rolloutBytes(cluster, STEPS);
  const { events, eventBytes, trimmedBytes } = cluster.watched;
  const perCell = (bytes: number, digits = 1) => rounded(bytes / Math.max(1, rollout.changedCells), digits);
  const perFrame = (bytes: number) => rounded(bytes / Math.max(1, rollout.frames), 1);
  return {
    nodes,
    cells: rowCount(state.rows) * rowCount(state.columns),
    synthetic,
    keyframe: simulated,
    rollout: {
      frames: rollout.frames,
      podEvents: events,
      changedCells: rollout.changedCells,
      cellBytesPerChangedCell: perCell(rollout.cellBytes, 2),
      frameBytesPerChangedCell: perCell(rollout.plainBytes),
      plainBytesPerFrame: perFrame(rollout.plainBytes),
      packedBytesPerFrame: perFrame(rollout.packedBytes),
      packedWithoutCellsPerFrame: perFrame(rollout.packedWithoutCells),
      packedBytesPerChangedCell: perCell(rollout.packedBytes),
      eventJsonBytesPerChangedCell: perCell(eventBytes, 0),
      trimmedJsonBytesPerChangedCell: perCell(trimmedBytes, 0),
      cpuMsPerFrame: rounded(rollout.cpuMs / Math.max(1, rollout.frames), 2),
    },
  };
}

printLast(await measure(Number(process.argv[2] ?? 1000)));

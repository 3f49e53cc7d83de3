// `BENCH_ONLY=wire npm run bench`: bytes of keyframes, compared with Shannon's bound, and of the frames of a rollout,
// compared with JSON of the same objects.
// BENCH_SIZES (nodes, default 100,1000,5000), BENCH_KEYFRAME_SIZES (for keyframes alone, default 50000,100000).
import { round } from "../harness/measure.mjs";
import { resultOf } from "../harness/processes.mjs";
import { numbers } from "../harness/settings.mjs";

const SIZES = [...numbers("BENCH_SIZES", [100, 1000, 5000]), ...numbers("BENCH_KEYFRAME_SIZES", [50_000, 100_000])];

export default {
  name: "wire",
  async measure() {
    const wire = [];
    for (const size of SIZES) wire.push(await resultOf("wire", [size]));
    console.log("\nWire: keyframes of a generated state and Shannon's bound of its generation (12 DaemonSets, one half rolled out)");
    console.table(
      wire.map(({ nodes, synthetic: { keyframe, bound, timesBound, withoutUids } }) => ({
        nodes,
        "keyframe B": keyframe.raw,
        gzip: keyframe.gzip,
        "brotli, as served": keyframe.served,
        "head, brotli": keyframe.head,
        bound: bound.all,
        "÷ bound": timesBound,
        "without uids, brotli": withoutUids.brotli,
        "without uids ÷ bound": withoutUids.timesBound,
        "encode, pack, decode CPU ms": `${keyframe.encodeMs}, ${keyframe.packMs}, ${keyframe.decodeMs}`,
      })),
    );
    console.log("\nWire: a rollout of one of 12 DaemonSets at 10 % in the simulator, a frame each 50 ms");
    console.table(
      wire
        .filter(({ rollout }) => rollout !== undefined)
        .map(({ nodes, keyframe, rollout }) => ({
          nodes,
          "keyframe brotli": keyframe.brotli,
          "naive JSON gzip": keyframe.naiveGzip,
          "naive ÷ keyframe, gzip": round(keyframe.naiveGzip / keyframe.gzip),
          frames: rollout.frames,
          "changed cells": rollout.changedCells,
          "cell B": rollout.cellBytesPerChangedCell,
          "frame B": rollout.plainBytesPerFrame,
          packed: rollout.packedBytesPerFrame,
          "packed without cells": rollout.packedWithoutCellsPerFrame,
          "packed B per cell": rollout.packedBytesPerChangedCell,
          "trimmed JSON B": rollout.trimmedJsonBytesPerChangedCell,
          "event JSON B": rollout.eventJsonBytesPerChangedCell,
          "CPU ms per frame": rollout.cpuMsPerFrame,
        })),
    );
    return wire;
  },
};

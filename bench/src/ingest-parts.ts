import type { Buffer } from "node:buffer";
import { putPod } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import type { KubePod } from "@daemonscope/kube/objects";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { POD_DECODER } from "@daemonscope/kube-client/fast/protobuf/decoders";
import { WATCHED } from "@daemonscope/kube-client/http/resources";
import { DeltaFilter } from "@daemonscope/kube-client/list-watch/delta-filter";
import { decodeWatchFrame } from "@daemonscope/kube-client/list-watch/watch-event";
import { frameOf, PODS } from "./ingest-pods.ts";
import { cpuUsSince } from "./program.ts";

/**
 * The parts of our ingest once the bytes have arrived: CPU µs an event of decoding, of the object index, and of the
 * model. Each is measured together with all parts before it.
 */
const EVENTS = Number(process.argv[2] ?? 20_000);
const ROUNDS = Number(process.argv[3] ?? 8);
const frames: Buffer[] = Array.from({ length: EVENTS }, (_value, at) => frameOf(at % PODS, at + 2).subarray(4));

function newIntake(put: (pod: KubePod) => void) {
  return new DeltaFilter({
    resource: WATCHED.pods,
    decode: decodePod,
    sink: { put, drop: () => undefined, problem: (text) => process.stderr.write(`${text}\n`) },
    counts: { replays: 0, unusable: 0 },
    leftOut: () => undefined,
  });
}
let seen = 0;
const see = () => {
  seen++;
};
const counted = newIntake(see);
const facts = newIntake((pod) => {
  if (podFactsOf(pod) !== undefined) see();
});
const columns = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
const shared = new ClusterModel({ nowMs: Date.now(), objects: "shared" });
const intoColumns = newIntake((pod) => columns.apply(putPod(pod)));
const intoShared = newIntake((pod) => shared.apply(putPod(pod)));

const parts: Readonly<Record<string, (frame: Buffer) => void>> = {
  read(frame) {
    const event = decodeWatchFrame(POD_DECODER, frame);
    if (event.kind === "read") see();
  },
  "+ index": take(counted),
  "+ facts": take(facts),
  "+ model, columns": take(intoColumns),
  "+ model, shared": take(intoShared),
};
function take(intake: ReturnType<typeof newIntake>): (frame: Buffer) => void {
  return (frame) => {
    const event = decodeWatchFrame(POD_DECODER, frame);
    if (event.kind === "read") intake.takeRead(event.object);
  };
}

const results: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, part] of Object.entries(parts)) {
    if (round > 0) for (const intake of [counted, facts, intoColumns, intoShared]) intake.forgetVersions();
    const before = process.cpuUsage();
    for (let at = 0; at < frames.length; at++) {
      const frame = frames[at];
      if (frame !== undefined) part(frame);
      if (at % 500 === 0) {
        columns.takeChanges();
        shared.takeChanges();
      }
    }
    results[name] ??= [];
    results[name].push(cpuUsSince(before) / frames.length);
  }
}
process.stdout.write(`${seen} events seen; each line is one part and all before it, round by round\n`);
for (const [name, all] of Object.entries(results)) console.log(name.padEnd(20), all.map((us) => us.toFixed(2)).join(" "));

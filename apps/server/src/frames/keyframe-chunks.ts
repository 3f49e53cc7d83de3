import type { AnyState } from "@daemonscope/shared/cluster-state";
import { keyframeInParts } from "@daemonscope/shared/codec/keyframe";
import type { KeyframeHead, KeyframePart, NodeColumns } from "@daemonscope/shared/frame";

/** Remembered as long as the nodes are: of a hundred thousand they are nearly all of some megabytes. */
const written = new WeakMap<NodeColumns, Buffer>();

function nodesText(nodes: NodeColumns): Buffer {
  let text = written.get(nodes);
  if (text === undefined) {
    text = Buffer.from(`{"nodes":${JSON.stringify(nodes)},"cells":`, "utf8");
    written.set(nodes, text);
  }
  return text;
}

const lineOf = (said: KeyframeHead | KeyframePart): Buffer =>
  "schema" in said
    ? Buffer.from(`${JSON.stringify(said)}\n`, "utf8")
    : Buffer.concat([nodesText(said.nodes), Buffer.from(`${JSON.stringify(said.cells)}}\n`, "utf8")]);

/** A keyframe as it is sent, a line at a time; undefined where others may have the thread. */
export function* keyframeChunks(state: AnyState): Generator<Buffer | undefined, void> {
  for (const said of keyframeInParts(state)) yield said && lineOf(said);
}

import { keyframeInParts } from "@daemonscope/shared/codec/keyframe";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import type { KeyframeHead, KeyframePart, WireNodeColumns } from "@daemonscope/shared/state/frame";

/** Cached as long as the node columns exist. With a hundred thousand nodes they are nearly all of several megabytes. */
const written = new WeakMap<WireNodeColumns, Buffer>();

function nodesText(nodes: WireNodeColumns): Buffer {
  let text = written.get(nodes);
  if (text === undefined) {
    text = Buffer.from(`{"nodes":${JSON.stringify(nodes)},"cells":`, "utf8");
    written.set(nodes, text);
  }
  return text;
}

const lineOf = (part: KeyframeHead | KeyframePart): Buffer =>
  "schema" in part
    ? Buffer.from(`${JSON.stringify(part)}\n`, "utf8")
    : Buffer.concat([nodesText(part.nodes), Buffer.from(`${JSON.stringify(part.cells)}}\n`, "utf8")]);

/** Yields a keyframe line by line, and undefined where other work may get the thread. */
export function* encodeKeyframeChunks(state: ClusterStateOf): Generator<Buffer | undefined, void> {
  for (const part of keyframeInParts(state)) yield part && lineOf(part);
}

import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { keyframeInParts } from "@daemonscope/shared/codec/keyframe";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { type KeyframeHead, type KeyframePart, WIRE_SCHEMA, type WireNodeColumns } from "@daemonscope/shared/state/frame";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { drainInSlices } from "../../feed/drain-in-slices.ts";
import { GrowingBytes } from "../encoding/growing-bytes.ts";
import { type PackedWindow, packMessages } from "../encoding/packed-messages.ts";
import { cursorText } from "./cursor.ts";

/** Approximate bytes of a node in a plain keyframe: its name, uid, labels and cells. */
const BYTES_PER_NODE = 40;

/** Encoded node columns, cached while the columns exist. With many nodes they are nearly the whole keyframe. */
const nodeTexts = new WeakMap<WireNodeColumns, Buffer>();

function nodesText(nodes: WireNodeColumns): Buffer {
  let text = nodeTexts.get(nodes);
  if (text === undefined) {
    text = Buffer.from(`{"nodes":${JSON.stringify(nodes)},"cells":`, "utf8");
    nodeTexts.set(nodes, text);
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

/** A keyframe as growing bytes. The head is available at once; the rest is appended part by part. Each packed form is
 *  built once, on first use. */
export class EncodedKeyframe {
  readonly seq: number;
  /** Quoted, as in HTTP. Names the schema, because servers of two builds may follow one log. */
  readonly etag: string;
  readonly plain = new GrowingBytes();
  readonly #packed = new Map<PackedWindow, GrowingBytes>();
  readonly #sizeHint: number;

  constructor(state: ClusterStateOf) {
    this.seq = state.seq;
    this.etag = `"${WIRE_SCHEMA}.${cursorText(state)}"`;
    this.#sizeHint = BYTES_PER_NODE * rowCount(state.rows);
  }

  packed(as: PackedWindow): GrowingBytes {
    let packed = this.#packed.get(as);
    if (packed === undefined) {
      packed = packMessages(this.plain, as, this.#sizeHint);
      this.#packed.set(as, packed);
    }
    return packed;
  }

  /** Writes the whole state in time slices; the head is written synchronously. `state` must be the constructor's state.
   *  Never rejects: an error reaches the readers of `plain`. */
  async write(state: ClusterStateOf, timers: Timers): Promise<void> {
    try {
      await drainInSlices(this.#writing(state), timers);
    } catch (error) {
      this.plain.fail(error);
    }
  }

  *#writing(state: ClusterStateOf): Generator<undefined, void> {
    for (const chunk of encodeKeyframeChunks(state)) {
      if (chunk === undefined) yield;
      else this.plain.push(chunk);
    }
    this.plain.close();
  }
}

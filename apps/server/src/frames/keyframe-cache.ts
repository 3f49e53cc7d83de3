import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { Timers } from "../clock.ts";
import { cursorText } from "./cursor.ts";
import type { FrameLog } from "./frame-log.ts";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** A keyframe as bytes. Each compressed form is made once, when first asked for. */
export interface EncodedKeyframe {
  readonly seq: number;
  /** Quoted, as in HTTP. */
  readonly etag: string;
  readonly plain: Buffer;
  gzip(): Promise<Buffer>;
  brotli(): Promise<Buffer>;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function encode(state: ClusterState): EncodedKeyframe {
  const plain = Buffer.from(JSON.stringify(encodeKeyframe(state)), "utf8");
  return {
    seq: state.seq,
    etag: `"${cursorText(state)}"`,
    plain,
    gzip: once(() => compressGzip(plain, { level: 6 })),
    brotli: once(() =>
      compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    ),
  };
}

/** How old a keyframe may be for a reader that goes on from it by itself. */
const SHARED_MS = 500;

/** Keyframes, built at most once a seq, and at most twice a second for readers that can go on from an older one. */
export class KeyframeCache {
  readonly #log: FrameLog;
  readonly #timers: Timers;
  #last: { readonly keyframe: EncodedKeyframe; readonly builtAtMs: number } | undefined;
  #built = 0;

  constructor(log: FrameLog, timers: Timers) {
    this.#log = log;
    this.#timers = timers;
  }

  /** Keyframes that were built so far. */
  get built(): number {
    return this.#built;
  }

  /** The keyframe of now; or with `atLeast` a recent one from that seq on whose later frames are still in the ring. */
  at(atLeast?: number): EncodedKeyframe {
    const { state } = this.#log;
    const now = this.#timers.elapsedMs();
    const last = this.#last;
    if (last !== undefined) {
      if (last.keyframe.seq === state.seq) return last.keyframe;
      const recent = now - last.builtAtMs <= SHARED_MS && this.#log.reachesBackTo(last.keyframe.seq);
      if (atLeast !== undefined && recent && last.keyframe.seq >= atLeast) return last.keyframe;
    }
    const keyframe = encode(state);
    this.#built += 1;
    this.#last = { keyframe, builtAtMs: now };
    return keyframe;
  }
}

import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { keyframeParts } from "@daemonscope/shared/codec/keyframe";
import type { Timers } from "../clock.ts";
import { cursorText } from "./cursor.ts";
import type { FrameLog } from "./frame-log.ts";
import { inTurns } from "./in-turns.ts";
import { keyframeText } from "./keyframe-text.ts";

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

async function encode(state: ClusterState, timers: Timers): Promise<EncodedKeyframe> {
  const plain = await inTurns(keyframeText(await inTurns(keyframeParts(state), timers)), timers);
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
  #making: Promise<void> | undefined;
  #built = 0;

  constructor(log: FrameLog, timers: Timers) {
    this.#log = log;
    this.#timers = timers;
  }

  /** Keyframes that were built so far. */
  get built(): number {
    return this.#built;
  }

  /** The keyframe of now or of a moment later; or with `atLeast` a recent one from that seq on whose later frames are still in the ring.
   *  One is made at a time, so that whoever comes meanwhile waits for it, and for at most one more. */
  async at(atLeast?: number): Promise<EncodedKeyframe> {
    const asked = this.#log.state.seq;
    for (;;) {
      const kept = this.#kept(asked, atLeast);
      if (kept !== undefined) return kept;
      this.#making ??= this.#make();
      await this.#making;
    }
  }

  #kept(asked: number, atLeast: number | undefined): EncodedKeyframe | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    const { seq } = last.keyframe;
    if (seq >= asked) return last.keyframe;
    const isRecent = this.#timers.elapsedMs() - last.builtAtMs <= SHARED_MS && this.#log.reachesBackTo(seq);
    return atLeast !== undefined && isRecent && seq >= atLeast ? last.keyframe : undefined;
  }

  async #make(): Promise<void> {
    try {
      const keyframe = await encode(this.#log.state, this.#timers);
      this.#built += 1;
      this.#last = { keyframe, builtAtMs: this.#timers.elapsedMs() };
    } finally {
      this.#making = undefined;
    }
  }
}

import type { StoredKind } from "@daemonscope/daemonset/model/cluster-event";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { drainInSlices, sliced } from "../../feed/drain-in-slices.ts";
import { BLOCK, type BlockKind, inflateBlockSync } from "../log/block.ts";
import { type Checkpoint, CheckpointReader } from "../log/checkpoint.ts";
import { EntryReader } from "../log/entry-text.ts";
import type { LogEntry, LogHeader } from "../log/log-entry.ts";
import type { Segment, SegmentBlock, StoredLog } from "../log/segment.ts";
import type { FileLimits } from "../log/unpacked-limits.ts";
import { fullReplayStart, LogReplayer } from "./log-replayer.ts";
import type { ScopedLog } from "./scoped-log.ts";

/** Input of a replay: a whole segment, all later ones of the same log, and the lines that are in no block yet. */
export interface ReplaySource extends Pick<StoredLog, "header" | "segments" | "openText"> {
  /** For a file. Without limits all data is trusted, because this process wrote it. */
  readonly limits?: FileLimits;
  /** Called after a block of `bytes` bytes, a part of a checkpoint or entries, was read and applied. */
  readonly onRead?: (bytes: number) => void;
}

/** Returns the work as a generator. With limits, the memory is checked after each yield. */
const within = <T>(limits: FileLimits | undefined, parts: Generator<undefined, T>): Generator<undefined, T> =>
  limits === undefined ? parts : limits.checked(parts);

/** Receives each entry, in steps of some milliseconds. Returns false to stop. */
type EntryTaker = (entry: LogEntry) => Generator<undefined, boolean>;

/** Receives each frame, and the states before and after it. Returns false to stop. */
type FrameReader = (frame: Frame, before: ClusterState, after: ClusterState) => unknown;

const NON_POD_KINDS = ["nodes", "daemonsets", "controllerrevisions"] as const satisfies readonly StoredKind[];

/** The number of characters that one time slice parses: more than a block of entries of this version has. */
const CHARS_PER_SLICE = 256 * 1024;

/** The number of objects that one time slice makes known. */
const OBJECTS_PER_SLICE = 2000;

/** Returns a reader that knows the objects of a checkpoint. */
export function* readerAt(checkpoint: Checkpoint): Generator<undefined, EntryReader> {
  const { saved, ids, nextId } = checkpoint;
  const reader = new EntryReader((id) => saved.pods.byId(id));
  const objects = {
    nodes: saved.rows.nodes.map(([, entry]) => entry),
    daemonsets: saved.sets.map(({ object }) => object),
    controllerrevisions: saved.revisions,
  };
  for (const kind of NON_POD_KINDS)
    for (const [at, object] of objects[kind].entries()) {
      reader.know(ids[kind][at] ?? -1, kind, object);
      if (at % OBJECTS_PER_SLICE === OBJECTS_PER_SLICE - 1) yield;
    }
  reader.goOnAt(nextId);
  return reader;
}

/** Returns the checkpoint that blocks contain. Its pods are parsed on first use. */
export async function checkpointOf(
  blocks: readonly SegmentBlock[],
  header: LogHeader,
  { limits, onRead }: Pick<ReplaySource, "limits" | "onRead"> = {},
): Promise<Checkpoint> {
  const reader = new CheckpointReader();
  const blocksOfKind = (wanted: BlockKind) => blocks.filter(({ kind }) => kind === wanted);
  const pods = blocksOfKind(BLOCK.checkpointPods).map(({ packed }) => packed());
  const parts = blocksOfKind(BLOCK.checkpointPart);
  const run = sliced(systemTimers, new AbortController().signal);
  // Unpacks the next part off this thread while one is parsed. All parts at once would take as much memory as their
  // text.
  let next = parts[0]?.text();
  for (const [at, { bytes }] of parts.entries()) {
    const text = await next;
    next = parts[at + 1]?.text();
    // The error surfaces at the await.
    next?.catch(() => undefined);
    // The event loop turns first: the last steps of unpacking take as much time as the parser.
    if (text !== undefined) await run(within(limits, reader.add(text)));
    onRead?.(bytes);
  }
  const packed = await Promise.all(pods);
  function* assembled(): Generator<undefined, Checkpoint> {
    for (const each of packed) {
      reader.addPods(() => {
        const text = inflateBlockSync(each);
        limits?.mayParse(text);
        return text;
      });
      yield;
    }
    return yield* reader.checkpoint(header.cluster);
  }
  return drainInSlices(within(limits, assembled()), systemTimers);
}

/**
 * Caches the last checkpoint, for queries of moments near each other. Models that begin with a checkpoint share its
 * objects, and do not change them.
 */
export class CheckpointCursor {
  #name = "";
  #checkpoint: Promise<Checkpoint> | undefined;

  of({ number, fromMs, blocks }: Segment, header: LogHeader, options: Pick<ReplaySource, "limits" | "onRead"> = {}): Promise<Checkpoint> {
    const name = `${header.log} ${number} ${fromMs}`;
    if (this.#checkpoint !== undefined && name === this.#name) return this.#checkpoint;
    // Releases the previous one first: each is as large as the cluster.
    this.#checkpoint = undefined;
    const read = checkpointOf([...blocks], header, options);
    this.#name = name;
    this.#checkpoint = read;
    read.catch(() => this.forget());
    return read;
  }

  forget(): void {
    this.#checkpoint = undefined;
  }
}

/**
 * Splits a text into parts of whole lines. The JSON values of short lines take thirty times the memory of their text.
 */
function* inLines(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from + CHARS_PER_SLICE);
    const to = end < 0 ? text.length : end + 1;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * Reads a log from the last checkpoint at or before `fromMs` to the last tick at or before `toMs` (L2): inputs after
 * that tick were not shown. Throws if no whole segment begins early enough, and stops if `take` returns false. Other
 * work can run between time slices. With `checkpoints` of an earlier call, an unchanged checkpoint is not read again.
 * O(checkpoint + entries since).
 */
export async function readEntriesFrom(
  { header, segments, openText, limits, onRead }: ReplaySource,
  { fromMs: wantedMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  onStart: (checkpoint: Checkpoint, fromMs: number) => Generator<undefined, void> | undefined,
  take: EntryTaker,
  checkpoints = new CheckpointCursor(),
): Promise<void> {
  const start = segments.findLastIndex(({ isWhole, fromMs }) => isWhole && fromMs <= wantedMs);
  const first = segments[start];
  if (first === undefined) throw new Error("nothing whole is kept of that time");
  // A copy, because more blocks arrive during the read.
  const following = segments.slice(start).map(({ blocks }) => blocks.filter(({ kind }) => kind === BLOCK.entries));
  const options = { ...(limits === undefined ? {} : { limits }), ...(onRead === undefined ? {} : { onRead }) };
  const checkpoint = await checkpoints.of(first, header, options);
  const starting = onStart(checkpoint, first.fromMs);
  if (starting !== undefined) await drainInSlices(within(limits, starting), systemTimers);
  const reader = await drainInSlices(within(limits, readerAt(checkpoint)), systemTimers);
  const taken = takenUpTo(toMs, take);
  const play = async (text: string) => {
    for (const lines of inLines(text)) {
      limits?.mayParse(lines);
      if (!(await drainInSlices(within(limits, taken(reader.entriesOf(lines))), systemTimers))) return false;
    }
    return true;
  };
  for (const entries of following)
    for (const { text, bytes } of entries) {
      if (!(await play(await text()))) return;
      onRead?.(bytes);
    }
  if (openText !== "") await play(openText);
}

/**
 * Returns the model and state of a log, or of a part of it, as `readEntriesFrom` reads it. Stops if `onFrame` returns
 * false.
 */
export async function replayTo(
  log: ReplaySource,
  range: { readonly fromMs: number; readonly toMs: number },
  onFrame: FrameReader = () => undefined,
  scope?: ScopedLog,
  checkpoints?: CheckpointCursor,
): Promise<LogReplayer> {
  let replayer: LogReplayer | undefined;
  function* play(replayer: LogReplayer, entry: LogEntry): Generator<undefined, boolean> {
    const before = replayer.state;
    const frame = yield* replayer.playInParts(entry);
    yield;
    return frame === undefined || onFrame(frame, before, replayer.state) !== false;
  }
  await readEntriesFrom(
    log,
    range,
    function* (checkpoint) {
      replayer = new LogReplayer(log.header, yield* scope?.start(log.header, checkpoint) ?? fullReplayStart(log.header, checkpoint));
    },
    function* (entry) {
      const visible = scope === undefined ? entry : scope.entry(entry);
      return replayer === undefined || visible === undefined || (yield* play(replayer, visible));
    },
    checkpoints,
  );
  if (replayer === undefined) throw new Error("nothing whole is kept of that time");
  return replayer;
}

/**
 * Passes entries on, and returns false at a tick that is later than `toMs` or if `take` returns false. Inputs wait for
 * the tick that includes them.
 */
function takenUpTo(toMs: number, take: EntryTaker): (entries: readonly LogEntry[]) => Generator<undefined, boolean> {
  let waiting: LogEntry[] = [];
  return function* (entries) {
    for (const entry of entries) {
      if (entry.kind === "input") {
        waiting.push(entry);
        continue;
      }
      if (entry.kind === "tick") {
        if (entry.atMs > toMs) return false;
        for (const input of waiting) yield* take(input);
        waiting = [];
      }
      if (!(yield* take(entry))) return false;
    }
    return true;
  };
}

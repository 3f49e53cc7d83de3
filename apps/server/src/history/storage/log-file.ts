import { type RunParts, runInARow } from "../../feed/drain-in-slices.ts";
import { BLOCK, blockKindOf, bytesOfBlock, completeBlocks, isCheckpointBlock, packBlock } from "../log/block.ts";
import { CODE, tickLine } from "../log/entry-text.ts";
import { LOG_SCHEMA, type LogHeader } from "../log/log-entry.ts";
import type { Segment, SegmentBlock, StoredLog } from "../log/segment.ts";
import { FileLimits, UnpackedTooFar } from "../log/unpacked-limits.ts";
import type { LogReplayer } from "../replay/log-replayer.ts";
import { replayTo } from "../replay/replay-to.ts";
import { TimelineRecorder } from "../timeline/timeline-recorder.ts";

/** The first line of each file that this version writes. */
export const FIRST_LINE = `daemonscope log ${LOG_SCHEMA}\n`;
/** The first line of a recording of any version. */
export const ANY_FIRST_LINE = /^daemonscope log (\d{1,9})\n/;

/**
 * A file that cannot be read as a log, or holds nothing to play. The message completes a sentence that begins with the
 * name of the file.
 */
export class LogFileError extends Error {
  override readonly name = "LogFileError";
}

/** Blocks with right checksums hold what the writer wrote. If they cannot be played, another program wrote them. */
async function played<T>(play: () => Promise<T>): Promise<T> {
  try {
    return await play();
  } catch (cause) {
    if (cause instanceof LogFileError) throw cause;
    if (cause instanceof UnpackedTooFar) throw new LogFileError(cause.message);
    throw new LogFileError("holds what cannot be played, though its sums are right: it was altered, or another program wrote it", {
      cause,
    });
  }
}

/** A log that was read from a file. */
export interface RecordedLog extends StoredLog {
  /** The player at the end of the log, which is the state that was shown last. */
  readonly end: LogReplayer;
  /** The number of bytes at the end of the file that could not be read; 0 if all could (L4). */
  readonly tornBytes: number;
}

/** Reports whether a file begins like a log. Throws LogFileError if a newer daemonscope wrote it. */
export function hasFirstLine(bytes: Buffer): boolean {
  const version = ANY_FIRST_LINE.exec(bytes.subarray(0, 40).toString("latin1"))?.[1];
  if (Number(version) > LOG_SCHEMA) throw new LogFileError("was written by a newer daemonscope than this one");
  return version !== undefined;
}

/** With limits, the unpacked size of the block counts once. */
function blockOf(block: Buffer, limits: FileLimits | undefined): SegmentBlock {
  let isCounted = limits === undefined;
  return {
    kind: blockKindOf(block),
    bytes: block.length,
    async text() {
      limits?.check();
      const plain = await bytesOfBlock(block);
      if (!isCounted) limits?.unpacked(plain.length);
      isCounted = true;
      const text = plain.toString("utf8");
      // Entries are parsed some lines at a time.
      if (blockKindOf(block) !== BLOCK.entries) limits?.mayParse(text);
      return text;
    },
    packed: () => Promise.resolve(block),
  };
}

/**
 * Returns the segments of intact blocks, in their order. Throws LogFileError if they do not begin with a header, and
 * UnpackedTooFar.
 */
export async function readSegments(blocks: readonly Buffer[], limits?: FileLimits): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const bytes of blocks) {
    const block = blockOf(bytes, limits);
    if (block.kind === BLOCK.header) {
      const { segment: number, fromMs, ...header } = JSON.parse(await block.text()) as LogHeader & { segment: number; fromMs: number };
      if (header.schema > LOG_SCHEMA) throw new LogFileError("was written by a newer daemonscope than this one");
      segments.push({ number, header, fromMs, toMs: fromMs, isWhole: false, bytes: 0, blocks: [] });
    }
    const segment = segments.at(-1);
    if (segment === undefined) throw new LogFileError("does not begin with the header of a log");
    segment.blocks.push(block);
    segment.bytes += block.bytes;
    if (block.kind === BLOCK.checkpointEnd) segment.isWhole = true;
  }
  return segments;
}

/** Called with the share of a file that is read, from 0 to 1. */
type ReadProgress = (part: number) => void;

/**
 * Reads a file and plays it once, for its timeline events and final state. Throws LogFileError, also for a file that
 * needs more memory than its size allows. O(contents).
 */
export const readLogFile = (bytes: Buffer, onProgress: ReadProgress = () => undefined): Promise<RecordedLog> =>
  played(() => readLog(bytes, new FileLimits(bytes.length), onProgress));

async function readLog(bytes: Buffer, limits: FileLimits, onProgress: ReadProgress): Promise<RecordedLog> {
  if (!hasFirstLine(bytes)) throw new LogFileError("is not a daemonscope recording");
  const { blocks, tornBytes } = completeBlocks(bytes.subarray(FIRST_LINE.length));
  const segments = await readSegments(blocks, limits);
  const first = segments.find(({ isWhole }) => isWhole);
  if (first === undefined) throw new LogFileError("holds nothing that can be played: it was cut off before its first checkpoint");
  const { header, fromMs } = first;
  if (segments.some((segment) => segment.header.log !== header.log))
    throw new LogFileError("holds the logs of two clusters, or of two runs");
  const timeline = new TimelineRecorder();
  const log = { header, segments, openText: "", limits };
  const start = await replayTo(log, { fromMs, toMs: fromMs });
  timeline.begin(start.state);
  const toRead = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  let read = 0;
  const onRead = (blockBytes: number) => {
    read += blockBytes;
    onProgress(Math.min(1, read / toRead));
  };
  const end = await replayTo({ ...log, onRead }, { fromMs, toMs: Number.POSITIVE_INFINITY }, (frame, before) =>
    timeline.take(before, frame),
  );
  const last = segments.at(-1);
  if (last !== undefined) last.toMs = end.atMs;
  return { header, segments, openText: "", bytes: bytes.length, maxBytes: bytes.length, timeline, end, tornBytes };
}

/** The number of lines that one time slice reads. */
const LINES_PER_SLICE = 200;

interface TextsUntil {
  readonly texts: readonly string[];
  /** Some entries are later. */
  readonly isCut: boolean;
  /** The model's time, if no source was live at the last tick and the time therefore did not advance. */
  readonly stoppedAtMs: number | undefined;
}

/** Returns the texts of blocks up to the last tick until a time. Inputs after that tick were not shown (L2). */
function* textsUntil(texts: readonly string[], toMs: number): Generator<undefined, TextsUntil> {
  let stoppedAtMs: number | undefined;
  let cutAt: { readonly block: number; readonly chars: number } = { block: 0, chars: 0 };
  let isAfterTick = true;
  let lines = 0;
  const until = () => [...texts.slice(0, cutAt.block), (texts[cutAt.block] ?? "").slice(0, cutAt.chars)].filter((text) => text !== "");
  for (const [block, text] of texts.entries()) {
    let nowMs = 0;
    let at = 0;
    for (const line of text.split("\n")) {
      at += line.length + 1;
      if (++lines % LINES_PER_SLICE === 0) yield;
      if (line === "") continue;
      const [code, step, ahead] = JSON.parse(line) as [number, number | [number], number];
      if (code !== CODE.hash) {
        nowMs = typeof step === "number" ? nowMs + step : step[0];
        isAfterTick = code === CODE.tick;
        if (isAfterTick && nowMs + ahead > toMs) return { texts: until(), isCut: true, stoppedAtMs };
        if (isAfterTick) stoppedAtMs = ahead > 0 ? nowMs : undefined;
      }
      if (isAfterTick) cutAt = { block, chars: at };
    }
  }
  return { texts: until(), isCut: false, stoppedAtMs };
}

/**
 * Returns a file of a range: the last checkpoint at or before its start, and the entries since then until its end. A
 * final tick marks the end of the watch, because the last moments may have no entries. O(contents).
 */
export async function logFileOf(
  { segments, openText, tornBytes = 0 }: StoredLog,
  fromMs: number,
  toMs: number,
  run: RunParts = runInARow,
): Promise<Buffer> {
  const start = Math.max(
    0,
    segments.findLastIndex((segment) => segment.isWhole && segment.fromMs <= fromMs),
  );
  const chosen = segments.slice(start).filter((segment) => segment.fromMs <= toMs);
  const parts: Buffer[] = [Buffer.from(FIRST_LINE, "latin1")];
  const last: string[] = [];
  // Puts a segment's checkpoint before its entries, regardless of their order of arrival. A later truncation then loses
  // only the latest entries.
  for (const segment of chosen)
    for (const block of [...segment.blocks].sort((a, b) => Number(a.kind === BLOCK.entries) - Number(b.kind === BLOCK.entries))) {
      // An incomplete checkpoint is useless, and a reader starts no segment with it.
      if (isCheckpointBlock(block.kind) && !segment.isWhole) continue;
      if (block.kind === BLOCK.entries && segment === chosen.at(-1)) last.push(await block.text());
      else parts.push(await block.packed());
    }
  const isEnd = chosen.at(-1) === segments.at(-1);
  const { texts, isCut, stoppedAtMs = toMs } = await run(textsUntil(isEnd ? [...last, openText] : last, toMs));
  const isReadable = tornBytes === 0 || isCut || !isEnd;
  const end = Number.isFinite(toMs) && isReadable ? [`${tickLine(stoppedAtMs, toMs)}\n`] : [];
  for (const text of [...texts, ...end]) parts.push(await packBlock(BLOCK.entries, text));
  return Buffer.concat(parts);
}

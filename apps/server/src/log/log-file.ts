import { BLOCK, kindOfBlock, packBlock, textOfBlock, wholeBlocks } from "./block.ts";
import { LOG_SCHEMA, type LogHeader } from "./entry.ts";
import { CODE } from "./entry-text.ts";
import { Happenings } from "./happenings.ts";
import type { LogPlayer } from "./log-player.ts";
import { playTo } from "./play-to.ts";
import type { KeptLog, Segment, SegmentBlock } from "./segment.ts";

/** Of each file. */
export const FIRST_LINE = `daemonscope log ${LOG_SCHEMA}\n`;
/** What a recording of whatever version begins with. */
export const ANY_FIRST_LINE = /^daemonscope log (\d{1,9})\n/;

/** A file that is no log of ours, or that nothing can be played of. The message is one sentence, which goes on from the name of the file. */
export class LogFileError extends Error {
  override readonly name = "LogFileError";
}

/** A log that was read from a file. */
export interface RecordedLog extends KeptLog {
  /** Its end, which is what was shown last. */
  readonly end: LogPlayer;
  /** How many bytes at the end of the file could not be read; 0 where all could (L4). */
  readonly tornBytes: number;
}

/** Whether a file begins as ours do; throws LogFileError where a newer daemonscope wrote it. */
export function hasFirstLine(bytes: Buffer): boolean {
  const version = ANY_FIRST_LINE.exec(bytes.subarray(0, 40).toString("latin1"))?.[1];
  if (Number(version) > LOG_SCHEMA) throw new LogFileError("was written by a newer daemonscope than this one");
  return version !== undefined;
}

function blockOf(block: Buffer): SegmentBlock {
  return { kind: kindOfBlock(block), bytes: block.length, text: () => textOfBlock(block), packed: () => Promise.resolve(block) };
}

/** The segments of whole blocks, in their order; throws LogFileError where they do not begin with a header. */
export async function segmentsOf(blocks: readonly Buffer[]): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const bytes of blocks) {
    const block = blockOf(bytes);
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

/** Reads a file and plays it once, for what happened in it and what it ends with. Throws LogFileError. O(what is in it). */
export async function readLogFile(bytes: Buffer): Promise<RecordedLog> {
  if (!hasFirstLine(bytes)) throw new LogFileError("is no recording of daemonscope");
  const { blocks, tornBytes } = wholeBlocks(bytes.subarray(FIRST_LINE.length));
  const segments = await segmentsOf(blocks);
  const first = segments.find(({ isWhole }) => isWhole);
  if (first === undefined) throw new LogFileError("holds nothing that can be played: it was cut off before its first checkpoint");
  const { header, fromMs } = first;
  if (segments.some((segment) => segment.header.log !== header.log))
    throw new LogFileError("holds the logs of two clusters, or of two runs");
  const happenings = new Happenings();
  const start = await playTo({ header, segments, openText: "" }, { fromMs, toMs: fromMs });
  happenings.begin(start.state);
  const end = await playTo({ header, segments, openText: "" }, { fromMs, toMs: Number.POSITIVE_INFINITY }, (frame, before) =>
    happenings.take(before, frame),
  );
  const last = segments.at(-1);
  if (last !== undefined) last.toMs = end.atMs;
  return { header, segments, openText: "", bytes: bytes.length, maxBytes: bytes.length, happenings, end, tornBytes };
}

/** The lines of a block up to its last tick until a time; all of them where none is later. */
function linesUntil(text: string, toMs: number): string {
  let nowMs = 0;
  let kept = 0;
  let at = 0;
  for (const line of text.split("\n")) {
    at += line.length + 1;
    if (line === "") continue;
    const [code, step, ahead] = JSON.parse(line) as [number, number | [number], number];
    if (code === CODE.hash) continue;
    nowMs = typeof step === "number" ? nowMs + step : step[0];
    if (code !== CODE.tick) continue;
    if (nowMs + ahead > toMs) return text.slice(0, kept);
    kept = at;
  }
  return text;
}

/** A file of a range: the checkpoint before it, and what was told since until its end. O(what is in it). */
export async function logFileOf({ segments, openText }: KeptLog, fromMs: number, toMs: number): Promise<Buffer> {
  const start = Math.max(
    0,
    segments.findLastIndex((segment) => segment.isWhole && segment.fromMs <= fromMs),
  );
  const meant = segments.slice(start).filter((segment) => segment.fromMs <= toMs);
  const last = meant.at(-1);
  const parts: Buffer[] = [Buffer.from(FIRST_LINE, "latin1")];
  // A segment's checkpoint stands before its entries, however they came: what is cut off later is what happened last.
  const ordered = meant.flatMap(({ blocks, ...segment }) =>
    [...blocks].sort((a, b) => Number(a.kind === BLOCK.entries) - Number(b.kind === BLOCK.entries)).map((block) => ({ block, segment })),
  );
  for (const { block, segment } of ordered) {
    const isOfCheckpoint = block.kind === BLOCK.checkpointPart || block.kind === BLOCK.checkpointEnd;
    // One that is not whole is of no use, and begins no segment for who reads the file.
    if (isOfCheckpoint && !segment.isWhole) continue;
    if (block.kind !== BLOCK.entries || segment.number !== last?.number) parts.push(await block.packed());
    else parts.push(...(await packedUntil(await block.text(), toMs)));
  }
  if (last === segments.at(-1)) parts.push(...(await packedUntil(openText, toMs)));
  return Buffer.concat(parts);
}

async function packedUntil(text: string, toMs: number): Promise<readonly Buffer[]> {
  const lines = linesUntil(text, toMs);
  return lines === "" ? [] : [await packBlock(BLOCK.entries, lines)];
}

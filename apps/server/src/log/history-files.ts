import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { BLOCK, wholeBlocks } from "./block.ts";
import { FIRST_LINE, hasFirstLine, segmentsOf } from "./log-file.ts";
import type { Segment } from "./segment.ts";

/** `<time in ms>-<run>-<number>.dslog`; beside it, once nothing is written to it any more, `…-<its end in ms>-<whole or part>.json`. */
const SEGMENT = /^(\d{15})-([0-9a-f]{12})-(\d{1,9})\.dslog$/;
const INDEX = /^(\d{15}-[0-9a-f]{12}-\d{1,9})-(\d{15})-(whole|part)\.json$/;

/** A segment in a file of its own, which is a recording of itself. */
export interface StoredSegment {
  /** One writer's segments; random, 12 hex digits. */
  readonly run: string;
  readonly number: number;
  readonly fromMs: number;
  readonly path: string;
  readonly bytes: number;
  /** Of its end; undefined where nobody looked. */
  readonly end: { readonly toMs: number; readonly isWhole: boolean; readonly indexPath: string } | undefined;
}

const padded = (ms: number): string => String(Math.max(0, Math.trunc(ms))).padStart(15, "0");

/** The path of a segment's file, without what says its kind. */
export const basePathOf = (folder: string, run: string, { number, fromMs }: Pick<Segment, "number" | "fromMs">): string =>
  join(folder, `${padded(fromMs)}-${run}-${number}`);

export const indexPathOf = (basePath: string, toMs: number, isWhole: boolean): string =>
  `${basePath}-${padded(Math.ceil(toMs))}-${isWhole ? "whole" : "part"}.json`;

/** The segments in a folder, oldest first; other files are nobody's business. */
export async function storedIn(folder: string): Promise<readonly StoredSegment[]> {
  const names = await readdir(folder);
  const ends = new Map<string, StoredSegment["end"]>();
  for (const name of names) {
    const [, base, toMs, whole] = INDEX.exec(name) ?? [];
    if (base !== undefined) ends.set(base, { toMs: Number(toMs), isWhole: whole === "whole", indexPath: join(folder, name) });
  }
  const stored: StoredSegment[] = [];
  for (const name of names) {
    const [, fromMs, run, number] = SEGMENT.exec(name) ?? [];
    if (run === undefined) continue;
    const path = join(folder, name);
    const { size } = await stat(path);
    stored.push({ run, number: Number(number), fromMs: Number(fromMs), path, bytes: size, end: ends.get(name.slice(0, -".dslog".length)) });
  }
  return stored.sort((a, b) => a.fromMs - b.fromMs || a.number - b.number);
}

/** What a file holds as far as it is sound; undefined where that is nothing. Throws LogFileError where a newer daemonscope wrote it. */
export async function segmentIn(path: string): Promise<{ readonly segment: Segment; readonly tornBytes: number } | undefined> {
  const bytes = await readFile(path);
  if (!hasFirstLine(bytes)) return undefined;
  const { blocks, tornBytes } = wholeBlocks(bytes.subarray(FIRST_LINE.length));
  if (blocks[0]?.readUInt8(0) !== BLOCK.header) return undefined;
  const [segment] = await segmentsOf(blocks);
  return segment === undefined ? undefined : { segment, tornBytes };
}

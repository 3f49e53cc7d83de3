import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { BLOCK, completeBlocks } from "../log/block.ts";
import type { Segment } from "../log/segment.ts";
import { FIRST_LINE, hasFirstLine, readSegments } from "./log-file.ts";

/**
 * Names are `<time in ms>-<run>-<number>.dslog`. A closed segment also has an index file: `…-<its end in ms>-<whole or
 * part>.json`.
 */
const SEGMENT = /^(\d{15})-([0-9a-f]{12})-(\d{1,9})\.dslog$/;
const INDEX = /^(\d{15}-[0-9a-f]{12}-\d{1,9})-(\d{15})-(whole|part)\.json$/;

/** A segment in a separate file. The file of a whole segment is also a complete recording. */
export interface StoredSegment {
  /** The run of one writer; random, 12 hex digits. */
  readonly run: string;
  readonly number: number;
  readonly fromMs: number;
  readonly path: string;
  readonly bytes: number;
  /** From the name of the index file; undefined if the segment has none. */
  readonly end: { readonly toMs: number; readonly isWhole: boolean; readonly indexPath: string } | undefined;
}

const padded = (ms: number): string => String(Math.max(0, Math.trunc(ms))).padStart(15, "0");

/** Returns the path of a segment's file without its extension. */
export const segmentBasePath = (folder: string, run: string, { number, fromMs }: Pick<Segment, "number" | "fromMs">): string =>
  join(folder, `${padded(fromMs)}-${run}-${number}`);

export const indexPathOf = (basePath: string, toMs: number, isWhole: boolean): string =>
  `${basePath}-${padded(Math.ceil(toMs))}-${isWhole ? "whole" : "part"}.json`;

/** Returns the segments in a folder, oldest first. Ignores other files. */
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

/**
 * Returns the intact part of a file, or undefined if nothing is intact. Throws LogFileError if a newer daemonscope
 * wrote it.
 */
export async function segmentIn(path: string): Promise<{ readonly segment: Segment; readonly tornBytes: number } | undefined> {
  const bytes = await readFile(path);
  if (!hasFirstLine(bytes)) return undefined;
  const { blocks, tornBytes } = completeBlocks(bytes.subarray(FIRST_LINE.length));
  if (blocks[0]?.readUInt8(0) !== BLOCK.header) return undefined;
  const [segment] = await readSegments(blocks);
  return segment === undefined ? undefined : { segment, tornBytes };
}

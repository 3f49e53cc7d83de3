import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { RunParts } from "../../feed/drain-in-slices.ts";
import { BLOCK, completeBlocks, packBlock } from "../log/block.ts";
import type { Checkpoint } from "../log/checkpoint.ts";
import { CODE } from "../log/entry-text.ts";
import { type BlockStore, memoryStore } from "../log/log-writer.ts";
import { PackedCheckpoints } from "../log/packed-checkpoints.ts";
import { type PodRun, podRunsInSlices } from "../log/pod-runs.ts";
import type { Segment } from "../log/segment.ts";
import { checkpointOf } from "../replay/replay-to.ts";
import { FIRST_LINE, readSegments } from "../storage/log-file.ts";
import { anonymizeValue, anonymousInParts } from "./anonymous-values.ts";
import { Pseudonyms } from "./pseudonyms.ts";

/** Number of pods, or of lines, that one time slice reads. */
const PODS_PER_SLICE = 250;
const LINES_PER_SLICE = 100;

/**
 * Writes a log with replaced words into a store, and returns the words. The result is a valid log, without the state
 * hashes (L2), because those were computed from the original words. The log is read twice, so that names keep their
 * order. Rejects with the error of `run`. O(size of the log).
 */
export async function writeAnonymized(segments: readonly Segment[], store: BlockStore, run: RunParts): Promise<Pseudonyms> {
  const found = new Pseudonyms();
  for (const segment of segments) for await (const _ of blocksOf(segment, found, run));
  const words = await run(found.inOrder());
  for (const segment of segments) for await (const block of blocksOf(segment, words, run)) await store.keep(segment, block);
  return words;
}

/** Does the same for a file of logFileOf, and returns a file. */
export async function anonymizeFile(file: Buffer, run: RunParts): Promise<Buffer> {
  const made: Buffer[] = [Buffer.from(FIRST_LINE, "latin1")];
  const { blocks } = completeBlocks(file.subarray(FIRST_LINE.length));
  const store: BlockStore = {
    ...memoryStore,
    keep(segment, block) {
      made.push(block);
      return memoryStore.keep(segment, block);
    },
  };
  await writeAnonymized(await readSegments(blocks), store, run);
  return Buffer.concat(made);
}

async function* blocksOf(segment: Segment, words: Pseudonyms, run: RunParts): AsyncGenerator<Buffer> {
  const { header, number, fromMs, isWhole, blocks } = segment;
  const { version, simulated } = header.cluster;
  const cluster = { context: "anonymised", server: "anonymised", version, simulated };
  yield packBlock(BLOCK.header, JSON.stringify({ ...header, cluster, segment: number, fromMs }));
  if (isWhole) yield* checkpointBlocks(segment, words, run);
  for (const block of blocks)
    if (block.kind === BLOCK.entries) yield packBlock(BLOCK.entries, await run(anonymousLines(await block.text(), words)));
}

async function* checkpointBlocks({ header, blocks }: Segment, words: Pseudonyms, run: RunParts): AsyncGenerator<Buffer> {
  const checkpoint = await checkpointOf(blocks, header);
  const { pods: kept, ...others } = checkpoint.saved;
  const { saved, ...rest } = await run(anonymousInParts({ ...checkpoint, saved: others }, words));
  const runs = await run(anonymousRuns(kept, words));
  for await (const { block } of new PackedCheckpoints().blocksOf({ ...rest, saved, runs })) yield block;
}

function* anonymousRuns(kept: Checkpoint["saved"]["pods"], words: Pseudonyms): Generator<undefined, readonly PodRun[]> {
  const { ids } = kept;
  const pods: PodFacts[] = [];
  const idByPod = new Map<PodFacts, number>();
  // A run of pods is unpacked when its first pod is read.
  for (const pod of kept) {
    const made = anonymizeValue(pod, words);
    idByPod.set(made, ids[pods.length] ?? 0);
    pods.push(made);
    if (pods.length % PODS_PER_SLICE === 0) yield;
  }
  return yield* podRunsInSlices([], pods, (pod) => idByPod.get(pod) ?? 0);
}

function* anonymousLines(text: string, words: Pseudonyms): Generator<undefined, string> {
  let made = "";
  for (const [at, line] of text.split("\n").entries()) {
    if (at % LINES_PER_SLICE === 0) yield;
    if (line === "") continue;
    const entry = JSON.parse(line) as readonly unknown[];
    if (entry[0] !== CODE.hash) made += `${JSON.stringify(anonymizeValue(entry, words))}\n`;
  }
  return made;
}

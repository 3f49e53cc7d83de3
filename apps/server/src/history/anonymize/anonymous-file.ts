import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { RunParts } from "../../feed/drain-in-slices.ts";
import { BLOCK, completeBlocks, packBlock } from "../log/block.ts";
import { type Checkpoint, listedNodes } from "../log/checkpoint.ts";
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

/** Does the same with a file that `logFileOf` returned, and returns a file. */
export async function anonymizeFile(file: Buffer, run: RunParts): Promise<Buffer> {
  const anonymized: Buffer[] = [Buffer.from(FIRST_LINE, "latin1")];
  const { blocks } = completeBlocks(file.subarray(FIRST_LINE.length));
  const store: BlockStore = {
    ...memoryStore,
    keep(segment, block) {
      anonymized.push(block);
      return memoryStore.keep(segment, block);
    },
  };
  await writeAnonymized(await readSegments(blocks), store, run);
  return Buffer.concat(anonymized);
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
  const { pods: savedPods, ...others } = checkpoint.saved;
  const { saved, ...rest } = await run(anonymousInParts({ ...checkpoint, saved: others }, words));
  const runs = await run(anonymousRuns(savedPods, words));
  const { nodes: listed, ...rows } = saved.rows;
  const nodes = listedNodes(listed, rest.ids.nodes);
  for await (const { block } of new PackedCheckpoints().blocksOf({ ...rest, saved: { ...saved, rows }, nodes, runs })) yield block;
}

function* anonymousRuns(savedPods: Checkpoint["saved"]["pods"], words: Pseudonyms): Generator<undefined, readonly PodRun[]> {
  const { ids } = savedPods;
  const pods: PodFacts[] = [];
  const idByPod = new Map<PodFacts, number>();
  // Reading the first pod of a run unpacks the run.
  for (const pod of savedPods) {
    const anonymized = anonymizeValue(pod, words);
    idByPod.set(anonymized, ids[pods.length] ?? 0);
    pods.push(anonymized);
    if (pods.length % PODS_PER_SLICE === 0) yield;
  }
  return yield* podRunsInSlices([], pods, (pod) => idByPod.get(pod) ?? 0);
}

function* anonymousLines(text: string, words: Pseudonyms): Generator<undefined, string> {
  let anonymized = "";
  for (const [at, line] of text.split("\n").entries()) {
    if (at % LINES_PER_SLICE === 0) yield;
    if (line === "") continue;
    const entry = JSON.parse(line) as readonly unknown[];
    if (entry[0] !== CODE.hash) anonymized += `${JSON.stringify(anonymizeValue(entry, words))}\n`;
  }
  return anonymized;
}

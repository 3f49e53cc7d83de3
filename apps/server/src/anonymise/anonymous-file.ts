import { BLOCK, packBlock, wholeBlocks } from "../log/block.ts";
import { CODE } from "../log/entry-text.ts";
import { FIRST_LINE, segmentsOf } from "../log/log-file.ts";
import { type BlockStore, memoryStore } from "../log/log-writer.ts";
import { PackedCheckpoints } from "../log/packed-checkpoints.ts";
import { checkpointOf } from "../log/play-to.ts";
import { podRuns } from "../log/pod-runs.ts";
import type { Segment } from "../log/segment.ts";
import { anonymousInTurns, anonymousValue } from "./anonymous-values.ts";
import { AnonymousWords } from "./anonymous-words.ts";

/** Writes a log with other words into a store, and gives which. It is a log like any other, without the hashes of states (L2), which were of the words that are gone.
 *  Read twice, for names keep their order. O(what is in it). */
export async function writeAnonymous(segments: readonly Segment[], store: BlockStore): Promise<AnonymousWords> {
  const found = new AnonymousWords();
  for (const segment of segments) for await (const _ of blocksOf(segment, found));
  const words = found.inOrder();
  for (const segment of segments) for await (const block of blocksOf(segment, words)) await store.keep(segment, block);
  return words;
}

/** The same of a file that logFileOf made, as a file. What is live has its turn in between. */
export async function anonymousFileOf(file: Buffer): Promise<Buffer> {
  const made: Buffer[] = [Buffer.from(FIRST_LINE, "latin1")];
  const { blocks } = wholeBlocks(file.subarray(FIRST_LINE.length));
  await writeAnonymous(await segmentsOf(blocks), {
    ...memoryStore,
    keep(segment, block) {
      made.push(block);
      return memoryStore.keep(segment, block);
    },
  });
  return Buffer.concat(made);
}

async function* blocksOf(segment: Segment, words: AnonymousWords): AsyncGenerator<Buffer> {
  const { header, number, fromMs, isWhole, blocks } = segment;
  const { version, simulated } = header.cluster;
  const cluster = { context: "anonymised", server: "anonymised", version, simulated };
  yield packBlock(BLOCK.header, JSON.stringify({ ...header, cluster, segment: number, fromMs }));
  if (isWhole) yield* checkpointBlocks(segment, words);
  for (const block of blocks) if (block.kind === BLOCK.entries) yield packBlock(BLOCK.entries, anonymousLines(await block.text(), words));
}

async function* checkpointBlocks({ header, blocks }: Segment, words: AnonymousWords): AsyncGenerator<Buffer> {
  const checkpoint = await checkpointOf(blocks, header);
  const { ids } = checkpoint.saved.pods;
  const plain = { ...checkpoint, saved: { ...checkpoint.saved, pods: [...checkpoint.saved.pods] } };
  const { saved, ...others } = await anonymousInTurns(plain, words);
  const { pods, ...rest } = saved;
  const idByPod = new Map(pods.map((pod, at) => [pod, ids[at] ?? 0] as const));
  const runs = podRuns([], pods, (pod) => idByPod.get(pod) ?? 0);
  for await (const { block } of new PackedCheckpoints().blocksOf({ ...others, saved: rest, runs })) yield block;
}

function anonymousLines(text: string, words: AnonymousWords): string {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line) as readonly unknown[])
    .filter(([code]) => code !== CODE.hash)
    .map((line) => `${JSON.stringify(anonymousValue(line, words))}\n`)
    .join("");
}

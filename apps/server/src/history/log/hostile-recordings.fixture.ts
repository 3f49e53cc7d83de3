import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, crc32 } from "node:zlib";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { FIRST_LINE, logFileOf } from "../storage/log-file.ts";
import { BLOCK, type BlockKind, blockKindOf, completeBlocks, inflateBlock, packBlock } from "./block.ts";
import { type FixtureEvent, playEvents, recordedCluster } from "./watched.fixture.ts";

const MB = 1024 * 1024;
const START_EVENTS: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];

/** Returns a block with a correct checksum around any text. Compresses with brotli: at the best quality up to 1 MB, and
 *  faster above. */
function forgeBlock(kind: BlockKind, text: string | Buffer): Buffer {
  const packed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: text.length > MB ? 5 : 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  const block = Buffer.alloc(12 + packed.length);
  block.writeUInt8(kind, 0);
  block.writeUInt32LE(packed.length, 4);
  packed.copy(block, 12);
  block.writeUInt32LE(crc32(block.subarray(12), crc32(block.subarray(0, 8))), 8);
  return block;
}

type Part = Readonly<Record<string, unknown>> & { readonly part: string };

/** Returns the blocks of a small intact recording. */
async function intactBlocks(): Promise<readonly { readonly kind: BlockKind; readonly text: string }[]> {
  const cluster = recordedCluster(1000);
  await playEvents(cluster, START_EVENTS);
  const file = await logFileOf(cluster.writer, 0, Number.POSITIVE_INFINITY);
  const { blocks } = completeBlocks(file.subarray(FIRST_LINE.length));
  return Promise.all(blocks.map(async (block) => ({ kind: blockKindOf(block), text: await inflateBlock(block) })));
}

const filledBuffer = (bytes: number, unit: string) => Buffer.alloc(bytes, unit);

/**
 * Returns a text that brotli cannot shorten by more than a quarter. Its length decides how much the rest of
 * the block may shrink before the reader's ratio limit applies.
 */
const noise = (chars: number): string => {
  let text = "";
  for (let at = 0; text.length < chars; at++) text += createHash("sha256").update(`${at}`).digest("base64");
  return text.slice(0, chars);
};

/**
 * Returns two JSON fields: noise, and a list of empty objects of about `chars` characters. The noise of a 24th of that
 * keeps the block within the limits for unpacked size.
 */
const objectsWithin = (chars: number): string => `"pad":"${noise(chars / 24)}","list":[${"{},".repeat(chars / 3)}{}]`;

/** Returns small recordings by name, whose checksums are right and which would allocate gigabytes. */
export async function hostileRecordings(): Promise<ReadonlyMap<string, Buffer>> {
  const intact = await intactBlocks();
  const fileOf = (blocks: readonly Buffer[]) => Buffer.concat([Buffer.from(FIRST_LINE, "latin1"), ...blocks]);
  const repacked = await Promise.all(intact.map(({ kind, text }) => packBlock(kind, text)));
  /** Returns the intact recording with some parts of its checkpoint changed. */
  const withParts = (change: (part: Part) => Part | undefined) =>
    fileOf(
      intact.map(({ kind, text }, at) => {
        const part = kind === BLOCK.checkpointPart ? change(JSON.parse(text) as Part) : undefined;
        return part === undefined ? (repacked[at] as Buffer) : forgeBlock(kind, JSON.stringify(part));
      }),
    );
  /** Returns the intact recording with blocks added before the end of its checkpoint. */
  const withBlocks = (...blocks: readonly Buffer[]) =>
    fileOf(intact.flatMap(({ kind }, at) => [...(kind === BLOCK.checkpointEnd ? blocks : []), repacked[at] as Buffer]));
  const withEntries = (...texts: readonly (string | Buffer)[]) =>
    fileOf([...repacked, ...texts.map((text) => forgeBlock(BLOCK.entries, text))]);
  const lines = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at)).join("\n");
  const nowMs = 1_800_000_000_000;
  const node = (at: number) => `[0,[${nowMs}],0,{"record":{"name":"n${at}","uid":"${at}","labels":{},"taints":[],"conditions":[]}}]`;
  const podsWith = (count: number) => forgeBlock(BLOCK.checkpointPods, JSON.stringify({ count, columns: [{ field: "uid", all: "u" }] }));
  /** Each list is the special kind `list` (4 × 3 + KIND.special), followed by its length; see value-packer.ts. */
  const nestedLists = (depth: number, length: number) => Array.from({ length: depth }, () => [4 * 3 + 3, length]).flat();
  const rows: readonly (readonly [string, Buffer])[] = [
    ["a header of 120 MB", fileOf([forgeBlock(BLOCK.header, filledBuffer(120 * MB, " "))])],
    ["a part of a checkpoint of 120 MB", withBlocks(forgeBlock(BLOCK.checkpointPart, filledBuffer(120 * MB, "[")))],
    [
      "eight parts of a checkpoint of 60 MB",
      withBlocks(...new Array<Buffer>(8).fill(forgeBlock(BLOCK.checkpointPart, filledBuffer(60 * MB, "{},")))),
    ],
    ["a part of empty objects", withBlocks(forgeBlock(BLOCK.checkpointPart, `{"part":"runs","runs":[${"{},".repeat(20 * MB)}{}]}`))],
    [
      "a part of empty objects within the limits",
      withBlocks(forgeBlock(BLOCK.checkpointPart, `{"part":"runs","runs":[${"{},".repeat(1.3 * MB)}{}]}`)),
    ],
    [
      "two parts of empty lists",
      withBlocks(...new Array<Buffer>(2).fill(forgeBlock(BLOCK.checkpointPart, `{"part":"runs","runs":[${"[],".repeat(0.66 * MB)}[]]}`))),
    ],
    ["a header of objects within the limits", fileOf([forgeBlock(BLOCK.header, `{"log":"a","schema":2,${objectsWithin(16 * MB)}}`)])],
    [
      "a part of objects within the limits",
      withBlocks(forgeBlock(BLOCK.checkpointPart, `{"part":"runs","runs":[],${objectsWithin(16 * MB)}}`)),
    ],
    ["a line of objects within the limits", withEntries(`[5,0,0,{${objectsWithin(16 * MB)}}]`)],
    ["entries of 120 MB", withEntries(filledBuffer(120 * MB, "[5,0,0]\n"))],
    [
      "two hundred blocks of entries",
      fileOf([...repacked, ...new Array<Buffer>(200).fill(forgeBlock(BLOCK.entries, filledBuffer(3 * MB, "[5,0,0]\n")))]),
    ],
    ["as many nodes as fit into a block", withEntries(lines(40_000, node))],
    [
      "twenty-five blocks of nodes",
      withEntries(...Array.from({ length: 25 }, (_, block) => lines(20_000, (at) => node(block * 20_000 + at)))),
    ],
    [
      "a count of pods that do not exist",
      fileOf(
        intact.flatMap(({ kind, text }, at) => {
          if (kind === BLOCK.checkpointEnd) return [podsWith(100_000_000), repacked[at] as Buffer];
          const isRuns = kind === BLOCK.checkpointPart && text.startsWith('{"part":"runs"');
          return isRuns ? [forgeBlock(kind, JSON.stringify({ part: "runs", runs: [["AA==", "owner"]] }))] : [repacked[at] as Buffer];
        }),
      ),
    ],
    [
      "a count of pods of schema 1",
      withBlocks(
        forgeBlock(
          BLOCK.checkpointPart,
          JSON.stringify({ part: "pods", ids: [1], columns: { count: 100_000_000, columns: [{ field: "uid", all: "u" }] } }),
        ),
      ),
    ],
    [
      "a list that is longer than its values",
      withParts((part) =>
        part.part === "revisions" ? { ...part, packed: { strings: [], shapes: [], numbers: nestedLists(60, 30_000_000) } } : undefined,
      ),
    ],
    [
      "a node in a row beyond all rows",
      withParts((part) =>
        part.part === "nodes"
          ? { ...part, rows: [4_000_000_000], ids: [0], packed: { strings: ["n"], shapes: [["record"], ["name"]], numbers: [2, 6, 0] } }
          : undefined,
      ),
    ],
  ];
  return new Map(rows);
}

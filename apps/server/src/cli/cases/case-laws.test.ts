import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { type DaemonSetRecord, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { NODE_DECODER, POD_DECODER, type ProtobufDecoder } from "@daemonscope/kube-client/fast/protobuf/decoders";
import { encodedNode, encodedPod } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { decodeArrived } from "@daemonscope/kube-client/fast/protobuf/read-objects";
import { describe, expect, it } from "vitest";
import { isModelled, type UserRights } from "../../access/rights/user-rights.ts";
import { AccessFilter } from "../../access/scoped/access-filter.ts";
import { NodePseudonyms } from "../../access/scoped/node-pseudonyms.ts";
import { fixtureRights } from "../../access/scoped/users.fixture.ts";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { writeAnonymized } from "../../history/anonymize/anonymous-file.ts";
import { Pseudonyms } from "../../history/anonymize/pseudonyms.ts";
import { type BlockStore, memoryStore } from "../../history/log/log-writer.ts";
import { memoryLog, playEvents, watchedWith } from "../../history/log/watched.fixture.ts";
import { replayTo } from "../../history/replay/replay-to.ts";
import { readSegments } from "../../history/storage/log-file.ts";
import { type CaseDecoders, causesOf, eventsOf, kindsOf, recordOf } from "./case-model.fixture.ts";
import { KIND_CASES, type KindCase } from "./kind-cases.fixture.ts";
import type { RecordedObjects } from "./static-api-server.fixture.ts";

const CASES = KIND_CASES.map((each) => [each.of === undefined ? each.kind : `${each.kind} of ${each.of}`, each] as const);
const timeOf = ({ afterMs }: KindCase) => (afterMs === undefined ? {} : { afterMs });

function direct<T>(decoder: ProtobufDecoder<T>, bytes: Buffer): { readonly object: T } {
  const arrived = decodeArrived(decoder, bytes);
  if (arrived.kind !== "read") throw new Error("the direct reader rejects the object");
  return { object: arrived.object };
}
const PROTOBUF: CaseDecoders = {
  pod: (json) => direct(POD_DECODER, encodedPod(json as Readonly<Record<string, unknown>>)),
  node: (json) => direct(NODE_DECODER, encodedNode(json as Readonly<Record<string, unknown>>)),
};

describe("K1 the causes from protobuf are those from JSON", () => {
  it.each(CASES)("%s", (_name, each) => {
    const objects = each.recorded();
    const [plain, packed] = [eventsOf(objects), eventsOf(objects, PROTOBUF)];
    expect(causesOf(recordOf(packed, objects.takenAt, timeOf(each)))).toEqual(causesOf(recordOf(plain, objects.takenAt, timeOf(each))));
  });
});

/** Returns the record of a case in a recording, and in the same recording with replaced names. */
async function recordedAndAnonymized({ recorded, afterMs = 0 }: KindCase): Promise<readonly (DaemonSetRecord | undefined)[]> {
  const objects = recorded();
  const cluster = watchedWith(memoryLog(12), Date.parse(objects.takenAt));
  for (const event of eventsOf(objects)) cluster.consumer(event);
  await playEvents(cluster, [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }]);
  cluster.time.pass(afterMs);
  cluster.live.settle();
  await cluster.writer.flush();
  const blocks: Buffer[] = [];
  const store: BlockStore = {
    ...memoryStore,
    keep(segment, block) {
      blocks.push(block);
      return memoryStore.keep(segment, block);
    },
  };
  await writeAnonymized(cluster.writer.segments, store, runInARow);
  const segments = await readSegments(blocks);
  const anonymized = { header: segments[0]?.header ?? cluster.writer.header, segments, openText: "" };
  const atMs = cluster.shown.at(-1)?.atMs ?? 0;
  const records: (DaemonSetRecord | undefined)[] = [];
  for (const log of [cluster.writer, anonymized]) {
    const { state } = await replayTo(log, { fromMs: atMs, toMs: atMs });
    records.push(state.daemonSets.find((record) => record !== undefined));
  }
  return records;
}

describe("K1 an anonymised recording has the causes of the original", () => {
  it.each(CASES)("%s", async (_name, each) => {
    const [original, anonymized] = await recordedAndAnonymized(each);
    if (original === undefined || anonymized === undefined) throw new Error("the recording has no DaemonSet");
    expect(kindsOf(original)).toContain(each.kind);
    expect(kindsOf(anonymized)).toEqual(kindsOf(original));
  });
});

/** Names of groups, escapes, character classes and quantifiers of a pattern. */
const NO_WORDS = /\(\?<\w+>|\\[a-zA-Z]|\[(?:[^\]\\]|\\.)*\]|\{[\d,]+\}/g;

it("K1 each word of a pattern survives in an anonymised recording", () => {
  const lost = Object.entries(CAUSES).flatMap(([kind, { matches }]) =>
    matches.flatMap(({ text }) => {
      const words = text?.source.replaceAll(NO_WORDS, " ").match(/[A-Za-z]{3,}(?:[-_][A-Za-z]+)*/g) ?? [];
      return words.filter((word) => new Pseudonyms().of(word) !== word).map((word) => `${kind}: ${word}`);
    }),
  );
  expect(lost).toEqual([]);
});

const NODES = /"(n\d+|fargate-\d+|gone-\d+)"/g;
/** Gives the nodes of a case names that occur nowhere else. */
const withLongNames = (objects: RecordedObjects): RecordedObjects =>
  JSON.parse(JSON.stringify(objects).replaceAll(NODES, '"worker-$1.example.internal"')) as RecordedObjects;
const LONG_NAME = /worker-[a-z0-9-]+\.example\.internal/;

function recordFor(rights: UserRights, objects: RecordedObjects, each: KindCase): DaemonSetRecord {
  const hidden = rights.nodes === "all" ? undefined : new NodePseudonyms((name) => LONG_NAME.test(name), Buffer.alloc(16));
  const filter = new AccessFilter(rights, hidden);
  const visible = eventsOf(objects).flatMap((event): readonly ClusterEvent[] => {
    const seen = filter.input(event);
    return seen === undefined ? [] : [seen];
  });
  const unread = MODEL_SOURCES.filter((source) => !isModelled(rights, source));
  return recordOf(visible, objects.takenAt, { ...timeOf(each), unread });
}

describe("K4 a user with limited rights sees the causes, and no name beyond the rights", () => {
  it.each(CASES)("%s", (_name, each) => {
    const objects = withLongNames(each.recorded());
    const whole = recordOf(eventsOf(objects), objects.takenAt, timeOf(each));
    // A user who may list everything in the namespace of the DaemonSet.
    expect(causesOf(recordFor(fixtureRights(["infra"], { nodes: "all" }), objects, each))).toEqual(causesOf(whole));
    const withoutNodes = recordFor(fixtureRights(["infra"]), objects, each);
    expect(JSON.stringify(withoutNodes)).not.toMatch(LONG_NAME);
    const withoutEvents = recordFor(fixtureRights(["infra"], { nodes: "all", events: "none" }), objects, each);
    const hasEvents = objects.items.some(({ kind }) => kind === "Event");
    if (!hasEvents) expect(causesOf(withoutEvents)).toEqual(causesOf(whole));
    // Nothing of an event may be left.
    for (const { kind, reason, message } of objects.items as readonly { kind: string; reason?: string; message?: string }[])
      if (kind === "Event") expect(JSON.stringify(withoutEvents)).not.toContain(JSON.stringify(message ?? reason).slice(1, -1));
  });
});

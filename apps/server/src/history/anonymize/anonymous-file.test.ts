import type { CommonTrait } from "@daemonscope/daemonset/records/common-traits";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { drain } from "@daemonscope/kube/base/drain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { type BlockStore, memoryStore } from "../log/log-writer.ts";
import { type FixtureEvent, fixtureEvent, playEvents, recordedCluster } from "../log/watched.fixture.ts";
import { replayTo } from "../replay/replay-to.ts";
import { readSegments } from "../storage/log-file.ts";
import { writeAnonymized } from "./anonymous-file.ts";
import { anonymizeValue } from "./anonymous-values.ts";
import { Pseudonyms } from "./pseudonyms.ts";

const SEED = Number(process.env.SEED ?? 20260117);
const RUNS = Number(process.env.RUNS ?? 8);

describe(`an anonymised recording, seed ${SEED}`, () => {
  it("has the verdicts of the original at each time", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fixtureEvent, { minLength: 20, maxLength: 120, size: "max" }), async (history) => {
        const cluster = recordedCluster(12);
        const begin: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];
        await playEvents(cluster, [...begin, ...history]);
        const { writer, shown } = cluster;
        const blocks: Buffer[] = [];
        const store: BlockStore = {
          ...memoryStore,
          keep: (segment, block) => {
            blocks.push(block);
            return memoryStore.keep(segment, block);
          },
        };
        const words = await writeAnonymized(writer.segments, store, runInARow);
        const segments = await readSegments(blocks);
        const anonymized = { header: segments[0]?.header ?? writer.header, segments, openText: "" };
        for (const { atMs } of shown.filter((_, at) => at % 10 === 0)) {
          const original = (await replayTo(writer, { fromMs: atMs, toMs: atMs })).state;
          const { cluster: __, ...replaced } = (await replayTo(anonymized, { fromMs: atMs, toMs: atMs })).state;
          const { cluster: _, ...expected } = anonymizeValue(original, words);
          expect(replaced).toEqual(expected);
          compared++;
        }
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(RUNS);
  });
});

describe("pseudonyms", () => {
  const name = fc.constantFrom(
    "pay",
    "payments",
    "payments-eu",
    "Ready",
    "default",
    "linux",
    "ip-10-0-1-23.ec2.internal",
    "10.0.1.23",
    "eu.acme.io/pay",
    "123456789012",
    "zürich-1",
    "6f1c2a34-0b5d-4e6f-8a9b-0c1d2e3f4a5b",
  );
  const orderedPseudonyms = (texts: readonly string[]) => {
    const words = new Pseudonyms();
    for (const text of texts) words.of(text);
    return drain(words.inOrder());
  };
  it("are equal exactly if the original texts are equal, alone and within a text", () => {
    fc.assert(
      fc.property(name, name, fc.constantFrom(" ", "/", ": ", "=", "\n"), (a, b, between) => {
        const words = orderedPseudonyms([a, b]);
        expect(words.of(a) === words.of(b)).toBe(a === b);
        expect(words.of(`${a}${between}${b}`)).toBe(words.of(a) + between + words.of(b));
      }),
      { seed: SEED },
    );
  });
  it("are never a kept word, and have the order of the names", () => {
    const names = Array.from({ length: 600 }, (_, at) => `acme${String(at).padStart(3, "0")}`);
    const words = orderedPseudonyms(names);
    const aliases = names.map((each) => words.of(each));
    expect(aliases.filter((alias) => words.of(alias) === alias)).toEqual([]);
    expect(aliases).toEqual([...aliases].sort());
    expect(new Set([...aliases, words.of("x509")]).size).toBe(601);
  });
  it("keep the action, and replace the name of its target", () => {
    const mark = { kind: "acted", atMs: 1, act: "restarted", daemonSet: "payments/pay" };
    const words = new Pseudonyms();
    anonymizeValue(mark, words);
    expect(anonymizeValue(mark, drain(words.inOrder()))).toEqual({ ...mark, daemonSet: expect.stringMatching(/^x\d+\/x\d+$/) });
  });
  it("replace names, in messages too, and keep Kubernetes' own words if they are alone", () => {
    const message = `Failed to pull image "acme.io/pay:1.2.3@sha256:0aafff": dial tcp 10.0.1.23:443: no such host`;
    expect(orderedPseudonyms([message]).of(message)).toBe(
      `Failed to pull image "x08.x09/x10:x03.x05.x07@x11:x02": dial tcp x04.x01.x03.x06:443: no such host`,
    );
    expect(orderedPseudonyms(["linux-pool"]).of("linux")).toBe("linux");
    expect(orderedPseudonyms(["linux-pool"]).of("linux-pool")).toBe("x1-x2");
  });
  it("replace a uid as one word", () => {
    expect(orderedPseudonyms(["6f1c2a34-0b5d-4e6f-8a9b-0c1d2e3f4a5b"]).of("6f1c2a34-0b5d-4e6f-8a9b-0c1d2e3f4a5b")).toBe("x1");
  });
  it("replace custom kinds and their group, and keep those of Kubernetes", () => {
    const owner = (apiVersion: string, kind: string) => ({ apiVersion, kind, name: "pay", uid: "u-1", controller: true });
    const words = new Pseudonyms();
    const acme = JSON.stringify(anonymizeValue([owner("ops.acme.io/v1", "AcmeAgent")], words));
    expect(acme).not.toMatch(/acme|pay/i);
    for (const [apiVersion, kind] of [
      ["v1", "Node"],
      ["apps/v1", "DaemonSet"],
      ["node.k8s.io/v1", "RuntimeClass"],
    ] as const)
      expect(anonymizeValue(owner(apiVersion, kind), words)).toMatchObject({ apiVersion, kind });
  });
  it("K5 replace the traits that failing nodes share, with the words of the nodes", () => {
    const nodeInfo = { kernelVersion: "6.8.0-acme", osImage: "Acme Linux" };
    const traits: readonly CommonTrait[] = [
      { kind: "kernelVersion", kernelVersion: "6.8.0-acme" },
      { kind: "label", labels: { "acme.io/team": "payments" } },
      { kind: "taint", taint: { key: "acme.io/team", value: "payments", effect: "NoSchedule" } },
    ];
    const labels = { "acme.io/team": "payments" };
    const seen = anonymizeValue([nodeInfo, { labels }, { traits }], new Pseudonyms());
    expect(JSON.stringify(seen)).not.toMatch(/acme|payments/i);
    const [info, node, found] = seen as unknown as [typeof nodeInfo, { readonly labels: object }, { readonly traits: typeof traits }];
    expect(found.traits.slice(0, 2)).toEqual([
      { kind: "kernelVersion", kernelVersion: info.kernelVersion },
      { kind: "label", labels: node.labels },
    ]);
  });
  it("keep the keys of pool labels, so that nodes stay grouped, and replace the pool names", () => {
    const labels = { "eks.amazonaws.com/nodegroup": "payments", pool: "payments", "acme.io/team": "payments" };
    expect(anonymizeValue({ labels }, new Pseudonyms())).toEqual({
      labels: { "eks.amazonaws.com/nodegroup": "x1", pool: "x1", "x2.x3/x4": "x1" },
    });
  });
});

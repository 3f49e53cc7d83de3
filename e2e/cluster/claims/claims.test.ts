import { readFileSync } from "node:fs";
import { join } from "node:path";
import { putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import type { SimulatorStore } from "@daemonscope/simulated-apiserver/store/store";
import { SCENARIOS } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import { afterEach, describe, expect, it, test } from "vitest";
import type { ClusterClaim, DocsClaim, Json, PlayedStory, StoryClaim } from "./claim.ts";
import { CLAIMS, matcher } from "./claims.ts";
import { simulatedClaimCluster } from "./simulated-cluster.fixture.ts";

/** Reads are repeated for this time of the cluster. */
const LIMIT_SECONDS = 60;
const STEP_SECONDS = 0.5;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function usable<T>(decoded: Decoded<T>): T {
  if ("object" in decoded) return decoded.object;
  throw new Error(decoded.problem);
}

/** Returns the dashboard's model of a cluster as it is now. */
function modelOf(store: SimulatorStore, nowMs: number): ClusterModel {
  const model = new ClusterModel({ nowMs });
  for (const object of store.list("nodes")) model.apply(putNode(usable(decodeNode(object))));
  for (const object of store.list("daemonsets")) model.apply(putDaemonSet(usable(decodeDaemonSet(object))));
  for (const object of store.list("controllerrevisions")) model.apply(putRevision(usable(decodeControllerRevision(object))));
  for (const object of store.list("pods")) model.apply(putPod(usable(decodePod(object))));
  model.at(nowMs);
  return model;
}

function played(name: string, seconds: number): PlayedStory {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no story ${name}`);
  const simulator = createSimulator({ scenario, seed: 7, nowMs: Date.UTC(2026, 0, 1) });
  simulator.clock.advance(seconds * 1000);
  const { reading } = modelOf(simulator.store, simulator.clock.nowMs());
  return {
    list: (resource) => simulator.store.list(resource as never) as unknown as readonly Json[],
    removeFile(node, pod) {
      simulator.manifestFolders.remove(node, pod);
      simulator.clock.advance(30_000);
    },
    verdict: (daemonSet, node) => reading.placementOf(daemonSet, node)?.verdict,
    adopted: (daemonSet, node) =>
      podAnswersOf(reading, daemonSet, node, true).flatMap(
        ({ adopted }) => adopted?.imageChanges.map(({ image, templateImage }) => `${image} → ${templateImage}`) ?? [],
      ),
  };
}

const titled = <T extends { readonly id: number; readonly claim: string; readonly today: string }>(claims: readonly T[]) =>
  claims.map((claim) => [claim.id, claim.claim, claim.today, claim] as const);

test("there are 88 claims, each once", () => {
  expect(CLAIMS.map(({ id }) => id).sort((a, b) => a - b)).toEqual(Array.from({ length: 88 }, (_, at) => at + 1));
});

describe("claims about a cluster, on the simulator", () => {
  it.each(titled(CLAIMS.filter((claim): claim is ClusterClaim => claim.kind === "cluster")))(
    "%i %s: %s",
    async (id, _claim, _today, claim) => {
      const cluster = await simulatedClaimCluster(`claim-${id}`);
      closing.push(() => cluster.close());
      await claim.play?.(cluster);
      const isMet = matcher(claim.expected);
      let read = await claim.read(cluster);
      for (let left = LIMIT_SECONDS; left > 0 && !isMet(read); left -= STEP_SECONDS) {
        await cluster.pass(STEP_SECONDS);
        read = await claim.read(cluster);
      }
      if (!isMet(read)) expect(read).toEqual(claim.expected);
    },
  );
});

describe("claims that a story shows", () => {
  it.each(titled(CLAIMS.filter((claim): claim is StoryClaim => claim.kind === "story")))("%i %s: %s", (_id, _claim, _today, claim) => {
    expect(claim.read(played(claim.story, claim.seconds))).toEqual(claim.expected);
  });
});

describe("claims that the docs explain", () => {
  it.each(titled(CLAIMS.filter((claim): claim is DocsClaim => claim.kind === "docs")))(
    "%i %s: %s",
    (_id, _claim, _today, { doc, text }) => {
      expect(readFileSync(join(import.meta.dirname, "../../../docs", `${doc}.md`), "utf8")).toMatch(text);
    },
  );
});

import { describe, expect, it } from "vitest";
import { CAUSE_KINDS, CAUSES } from "../../causes/causes.ts";
import type { CauseFact, CauseKind } from "../../records/cause-fact.ts";
import type { Cause } from "../../records/records.ts";
import { nodeQuestions, rolloutPlans } from "../rollout-plans.ts";
import { record, revision } from "../rollout-record.fixture.ts";
import { causeKindsOf } from "./cause-kinds.ts";
import { harmfulRemedies, remediesOf, undoTarget } from "./rollout-actions.ts";

describe("RolloutRemedy", () => {
  const causeOf = (state: Cause["state"], cause: CauseFact, nodes = ["n1"]): Cause => ({
    state,
    cause,
    count: nodes.length,
    nodes,
    sinceMs: 0,
  });
  const of = (kind: CauseKind): CauseFact => ({ kind });
  const LOOPS = { kind: "loops", nodes: 1, longest: { node: "n4", cause: of("outOf"), count: 7 } };
  const surge = { kind: "maxSurge", spec: "1", allowed: 1, used: 1, holders: [] };
  const idle = {
    underWay: false,
    revisions: [revision(1, 12, true)],
    budget: { kind: "maxUnavailable", spec: "1", allowed: 1, used: 0, holders: [] },
  };
  const node = (name: string, parts: object = {}) =>
    ({ name, labels: {}, taints: [], unschedulable: false, ready: "True", createdAtMs: 0, uid: name, ...parts }) as never;
  const placement = { nodeSelector: {}, tolerations: [], hostNetwork: false };

  /** A state of a rollout or an idle DaemonSet, its causes, the offered remedies, and the remedies with a
   *  warning. */
  const rows: readonly [string, object, readonly CauseKind[], offered: readonly string[], harms: readonly string[]][] = [
    [
      "an image that cannot be pulled",
      { causes: [causeOf("failing", of("imageNotFound"))] },
      ["imageNotFound"],
      ["undo", "hold"],
      ["raise"],
    ],
    ["an invalid image name", { causes: [causeOf("failing", of("imageFailed"))] }, ["imageFailed"], ["undo", "hold"], ["raise"]],
    ["pods that crash", { causes: [causeOf("failing", of("crash"))] }, ["crash"], ["undo", "hold"], ["raise"]],
    ["a config that is missing", { causes: [causeOf("failing", of("configError"))] }, ["configError"], ["undo", "hold"], ["raise"]],
    [
      "pods that run and are not Ready",
      { causes: [causeOf("starting", { kind: "runningNotReady" })] },
      ["runningNotReady"],
      ["undo", "raise", "hold"],
      [],
    ],
    [
      "pods that await the scheduler",
      { causes: [causeOf("unscheduled", { kind: "awaitsScheduler" })] },
      ["awaitsScheduler"],
      ["undo", "raise", "hold"],
      [],
    ],
    ["a rollout without problems", {}, ["starting"], ["undo", "raise", "hold"], []],
    ["a node without room", { causes: [causeOf("unscheduled", of("noRoom"))] }, ["noRoom"], ["room", "undo", "hold"], ["raise"]],
    ["a node without room, at rest", { ...idle, causes: [causeOf("unscheduled", of("noRoom"))] }, ["noRoom"], ["room"], []],
    ["a kubelet that rejects pods", { ...idle, concern: { kind: "backoffLoop", detail: LOOPS, nodes: ["n4"] } }, ["outOf"], ["room"], []],
    ["a pod that the kubelet rejected once", { ...idle, causes: [causeOf("failing", of("outOf"))] }, ["outOf"], ["room"], []],
    ["a sick node in a rollout", { causes: [causeOf("nodeUnready", { kind: "nodeNotReady" })] }, ["nodeNotReady"], ["nodes", "raise"], []],
    ["a sick node at rest", { ...idle, causes: [causeOf("nodeUnready", { kind: "nodeNotReady" })] }, ["nodeNotReady"], ["nodes"], []],
    [
      "a revision that may break nodes",
      { concern: { kind: "revisionBreaksNodes", nodes: ["n1"] }, causes: [causeOf("nodeUnready", { kind: "nodeNotReady" })] },
      ["revisionBreaksNodes"],
      ["undo", "hold", "nodes"],
      ["raise"],
    ],
    [
      "a surge that cannot work",
      {
        budget: surge,
        concern: { kind: "surgeImpossible", nodes: [] },
        causes: [causeOf("unscheduled", of("portHeld"))],
      },
      ["surgePortClash"],
      ["noSurge"],
      ["raise"],
    ],
    [
      "crashes and a slow start",
      { causes: [causeOf("failing", of("crash")), causeOf("starting", { kind: "starting" })] },
      ["crash", "starting"],
      ["undo", "hold"],
      ["raise"],
    ],
    ["a pod that crashes at rest", { ...idle, causes: [causeOf("failing", of("crash"))] }, ["crash"], [], []],
    ["a controller that does nothing", { concern: { kind: "stalled", detail: { kind: "idle" }, nodes: [] } }, ["controllerBehind"], [], []],
    ["an idle DaemonSet", idle, [], [], []],
  ];

  describe("R20 the remedies for each cause", () => {
    it.each(rows)("R20 %s", (_name, parts, kinds, offered, harms) => {
      const found = record(parts);
      expect(causeKindsOf(found)).toEqual(kinds);
      expect(rolloutPlans(found, undefined).map(({ act }) => act.kind)).toEqual(offered);
      expect(harmfulRemedies(found)).toEqual(harms);
    });
    it("R20 never offers a remedy that harms one of several causes", () => {
      for (const a of CAUSE_KINDS)
        for (const b of CAUSE_KINDS) {
          const { helps, harms } = remediesOf([a, b], () => true);
          expect(helps.filter((remedy) => harms.includes(remedy))).toEqual([]);
          for (const remedy of helps) expect([...CAUSES[a].helps, ...CAUSES[b].helps]).toContain(remedy);
        }
    });
    it("R20 a cause that no revision has offers neither an undo nor a pause", () => {
      const found = CAUSE_KINDS.filter((kind) => CAUSES[kind].byRevision === "no");
      for (const kind of found)
        expect(
          CAUSES[kind].helps.filter((remedy) => remedy === "undo" || remedy === "hold"),
          kind,
        ).toEqual([]);
    });
    it("R20 F18 a node under pressure offers no undo while the revision runs elsewhere, and a larger budget does no harm", () => {
      const causes = [causeOf("failing", of("diskPressure"), ["n5"])];
      const offered = (nodes: number) =>
        rolloutPlans(record({ causes, revisions: [revision(2, nodes, true), revision(1, 8)] }), undefined).map(({ act }) => act.kind);
      expect(offered(2)).toEqual(["nodes", "raise"]);
      expect(offered(1)).toEqual(["nodes", "undo", "hold", "raise"]);
    });
    it.each([
      "requestsOverQuota",
      "noScheduler",
      "resourceMissing",
      "claimUnallocated",
      "volumeClaimMissing",
      "volumeElsewhere",
      "attachFailed",
    ] as const)("R20 %s offers an undo, but not while the revision runs elsewhere", (kind) => {
      const causes = [causeOf("unscheduled", of(kind), ["n5"])];
      const offered = (nodes: number) =>
        rolloutPlans(record({ causes, revisions: [revision(2, nodes, true), revision(1, 8)] }), undefined).map(({ act }) => act.kind);
      expect(offered(1)).toEqual(expect.arrayContaining(["undo", "hold"]));
      expect(offered(2)).not.toEqual(expect.arrayContaining(["undo"]));
    });
    it("R11 pods on tainted nodes: a toleration or removal of the taint; for a condition's taint, only the node itself", () => {
      const taints = [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }];
      const found = record({
        ...idle,
        placement,
        containers: [],
        causes: [causeOf("misscheduled", { kind: "misscheduled" }, ["n1", "n2"])],
      });
      const plans = (list: readonly object[]) =>
        rolloutPlans(found, undefined, nodeQuestions(["n1", "n2", "n3"].map((name) => node(name, { taints: name === "n3" ? [] : list }))));
      expect(plans(taints).map(({ act, outcome, kubectl }) => ({ act, outcome, kubectl }))).toEqual([
        {
          act: { kind: "letOn", keys: ["node-role.kubernetes.io/control-plane"] },
          outcome: { kind: "comesToMore", before: 12, after: 3 },
          kubectl: expect.stringContaining("/spec/template/spec/tolerations"),
        },
        {
          act: { kind: "openNodes", taints: ["node-role.kubernetes.io/control-plane:NoSchedule"], nodes: 2 },
          outcome: { kind: "nodesOpen", nodes: 2 },
          kubectl: "kubectl taint nodes n1 n2 node-role.kubernetes.io/control-plane:NoSchedule-",
        },
      ]);
      expect(plans([{ key: "node.kubernetes.io/network-unavailable", effect: "NoSchedule" }])).toMatchObject([
        {
          act: { kind: "nodes", nodes: ["n1", "n2"] },
          outcome: { kind: "placesComeFree", places: 0, areWantedAgain: true },
          kubectl: "kubectl describe node n1 n2",
        },
      ]);
    });
    it("R20 counts the nodes that a command does not name", () => {
      const actsOf = (count: number) => {
        const names = Array.from({ length: count }, (_, at) => `n${at + 1}`);
        const waits = record({ ...idle, causes: [causeOf("unscheduled", of("noRoom"), names)] });
        return rolloutPlans(waits, undefined).map(({ act }) => act);
      };
      expect(actsOf(5)).toEqual([{ kind: "room", nodes: ["n1", "n2", "n3", "n4", "n5"] }]);
      expect(actsOf(22)).toEqual([{ kind: "room", nodes: expect.objectContaining({ length: 20 }), more: 2 }]);
    });
    it("R26 a surge that the controller forgot: an edit without effect, different each time", () => {
      const forgotten = record({
        budget: surge,
        resourceVersion: "815",
        concern: { kind: "stalled", detail: { kind: "passedOver", count: 1 }, nodes: ["n1"] },
      });
      expect(causeKindsOf(forgotten)).toEqual(["controllerForgot"]);
      expect(rolloutPlans(forgotten, undefined)).toMatchObject([
        {
          act: { kind: "nudge" },
          outcome: { kind: "looksAgain" },
          kubectl: "kubectl -n logging annotate ds/fluent-bit look-again=815 --overwrite",
          requests: [{ operations: expect.arrayContaining([{ op: "add", path: "/metadata/annotations/look-again", value: "815" }]) }],
        },
      ]);
    });
    it("R19 labels the nodes again that lost a label", () => {
      const lost = record({
        ...idle,
        placement: { ...placement, nodeSelector: { disk: "ssd" } },
        concern: { kind: "desiredDropped", detail: { kind: "dropped" }, nodes: ["n1", "n2"] },
      });
      const nodes = ["n1", "n2", "n3"].map((name) => node(name, { labels: { disk: "hdd" } }));
      expect(rolloutPlans(lost, undefined, nodeQuestions(nodes))).toMatchObject([
        {
          act: { kind: "relabel", labels: ["disk=ssd"], nodes: 2 },
          outcome: { kind: "nodesWant", nodes: 2 },
          kubectl: "kubectl label nodes n1 n2 disk=ssd --overwrite",
        },
      ]);
    });
    it("R11 nodes with different taints get separate commands, because kubectl refuses a node without a named taint", () => {
      const found = record({
        ...idle,
        placement,
        containers: [],
        causes: [causeOf("misscheduled", { kind: "misscheduled" }, ["n1", "n2", "n3"])],
      });
      const taints = { n1: ["a"], n2: ["b"], n3: ["a"] };
      const nodes = Object.entries(taints).map(([name, keys]) =>
        node(name, { taints: keys.map((key) => ({ key, effect: "NoSchedule" })) }),
      );
      const [, open] = rolloutPlans(found, undefined, nodeQuestions(nodes));
      expect(open).toMatchObject({
        act: { kind: "openNodes", taints: ["a:NoSchedule", "b:NoSchedule"], nodes: 3 },
        kubectl: "kubectl taint nodes n1 n3 a:NoSchedule-\nkubectl taint node n2 b:NoSchedule-",
      });
    });
    it("R19 beyond the limit of named nodes the command has a placeholder, and too long a command is omitted", () => {
      const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
      const plansFor = (count: number, taints: readonly object[]) => {
        const lost = record({
          ...idle,
          placement: { ...placement, nodeSelector: taints.length > 0 ? {} : { disk: "ssd" } },
          containers: [],
          concern: { kind: "desiredDropped", detail: { kind: "dropped" }, nodes: names(count).slice(0, 50) },
        });
        return rolloutPlans(lost, undefined, nodeQuestions(names(count).map((name) => node(name, { taints }))));
      };
      expect(plansFor(120, []).map(({ kubectl }) => kubectl)).toEqual(["kubectl label node NODE disk=ssd"]);
      expect(plansFor(30, []), "thirty names").toEqual([]);
      const taints = [{ key: "dedicated", effect: "NoSchedule" }];
      expect(plansFor(120, taints).map(({ act }) => act.kind)).toEqual(["letOn"]);
    });
    it("R28 suggests the label if no node has it, and removal of taints if only they prevent placement", () => {
      const nowhere = record({
        ...idle,
        placement: { ...placement, nodeSelector: { rng: "true" } },
        reported: { desiredNumberScheduled: 0 },
        derived: { desiredNumberScheduled: 0 },
        containers: [],
        revisions: [revision(1, 0, true)],
      });
      const actsAndCommands = (nodes: readonly never[]) =>
        rolloutPlans(nowhere, undefined, nodeQuestions(nodes)).map(({ act, kubectl }) => [act, kubectl]);
      expect(actsAndCommands([node("n1"), node("n2")])).toEqual([
        [{ kind: "relabel", labels: ["rng=true"], nodes: 0 }, "kubectl label node NODE rng=true"],
      ]);
      const tainted = node("n1", { labels: { rng: "true" }, taints: [{ key: "dedicated", effect: "NoSchedule" }] });
      expect(actsAndCommands([tainted, node("n2")]).map(([act]) => act)).toEqual([
        { kind: "letOn", keys: ["dedicated"] },
        { kind: "openNodes", taints: ["dedicated:NoSchedule"], nodes: 1 },
      ]);
    });
  });

  describe("R27 the target of an undo", () => {
    const never = { fate: { kind: "neverAvailable", nodes: 3, forMs: 1000 } };
    const all = { fate: { kind: "reachedAll", nodes: 44, tookMs: 1000 } };
    const left = { fate: { kind: "leftAfter", nodes: 3 } };
    const at = (number: number, parts: object = {}, isCurrent = false) => ({
      ...revision(number, 0, isCurrent),
      createdAtMs: number * 1000,
      ...parts,
    });
    it.each([
      ["the previous one, if nothing is against it", [at(2, {}, true), at(1)], 1],
      ["never one that was never available", [at(3, {}, true), at(2, never), at(1)], 1],
      ["none, if that is the only one", [at(2, {}, true), at(1, never)], undefined],
      ["preferably one that was on all nodes", [at(4, {}, true), at(3), at(2, left), at(1, all)], 1],
      ["the newest of those", [at(4, {}, true), at(3, all), at(1, all)], 3],
      ["not an abandoned one, which was created later and has the lower number", [at(3, { createdAtMs: 1000 }, true), at(2)], undefined],
      ["unless that was on all nodes", [at(3, { createdAtMs: 1000 }, true), at(2, all)], 2],
      [
        "otherwise one that was current for an hour",
        [at(4, {}, true), at(3, { createdAtMs: -1 }), at(2, { createdAtMs: -2 }), at(1, { createdAtMs: -3_600_002 })],
        1,
      ],
      ["none, if there is no other", [at(1, {}, true)], undefined],
    ])("R27 %s", (_name, revisions, expected) => {
      expect(undoTarget({ revisions: revisions as never, underWay: false })?.revision).toBe(expected);
    });
    it("R27 its number of nodes is that of another time if nodes joined or left since", () => {
      const revisions = [at(2, {}, true), at(1, all)];
      const undoneWith = (desiredNumberScheduled: number) => {
        const { derived, ...failing } = record({ causes: [causeOf("failing", of("imageNotFound"))], revisions });
        const counts = { ...derived, desiredNumberScheduled } as never;
        return rolloutPlans({ ...failing, derived: counts }, undefined, nodeQuestions([])).find(({ act }) => act.kind === "undo")?.act;
      };
      expect(undoneWith(44)).toMatchObject({ fate: all.fate });
      expect(undoneWith(44)).not.toMatchObject({ fate: { isOfOtherNodes: true } });
      expect(undoneWith(45)).toMatchObject({ fate: { ...all.fate, isOfOtherNodes: true } });
    });
    it("R27 during an undo it never returns to the abandoned revision, even one that was on all nodes", () => {
      const revisions = [at(3, { createdAtMs: 1000 }, true), at(2, all)] as never;
      expect(undoTarget({ revisions, underWay: true })).toBeUndefined();
    });
  });
});

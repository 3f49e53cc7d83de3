import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import { pinnedNodeReason } from "./pod-problem.ts";

describe("pinnedNodeReason", () => {
  const reasonIn = (message: string): string => {
    const found = pinnedNodeReason(message);
    return found.kind === "noSuchNode" ? "Its node does not exist" : found.reason;
  };

  test.each([
    [
      "0/5 nodes are available: 1 Insufficient cpu, 4 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/5 nodes are available: 1 No preemption victims found for incoming pod, 4 Preemption is not helpful for scheduling.",
      "Insufficient cpu",
    ],
    [
      "0/2 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 1 node(s) didn't match Pod's node affinity/selector.",
      "node(s) didn't have free ports for the requested pod ports",
    ],
    [
      "0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].",
      "Insufficient cpu, Insufficient memory",
    ],
    ["0/2 nodes are available: 2 node(s) didn't satisfy plugin(s) [NodeAffinity].", "Its node does not exist"],
    [
      "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].",
      "node(s) didn't match Pod's node affinity/selector",
    ],
    ['0/2 nodes are available: persistentvolumeclaim "x" not found.', 'persistentvolumeclaim "x" not found'],
    [
      "0/3 nodes are available: 1 node(s) had untolerated taint {gpu: yes}, 2 node(s) didn't match Pod's node affinity/selector. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.",
      "node(s) had untolerated taint {gpu: yes}",
    ],
    ["no nodes available to schedule pods", "no nodes available to schedule pods"],
  ])("W1 reads the entry of the pinned node from: %s", (message, reason) => {
    expect(reasonIn(message)).toBe(reason);
  });

  /** Each reason that a filter gives for a node, by release: framework/plugins of the scheduler. The entry of the
   *  pinned node is one of several. */
  const REASONS: readonly string[] = [
    "Too many pods",
    "Insufficient cpu",
    "Insufficient ephemeral-storage",
    "Insufficient nvidia.com/gpu",
    "node(s) didn't have free ports for the requested pod ports",
    "node(s) were unschedulable",
    "node(s) didn't match the requested node name",
    "node(s) exceed max volume count",
    "ebs.csi.aws.com CSI driver is not installed on the node",
    "node(s) didn't find available persistent volumes to bind",
    "node(s) didn't match PersistentVolume's node affinity",
    "node(s) did not have enough free storage",
    "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
    "node(s) had no available volume zone",
    "node(s) had no available disk",
    "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod",
    "node(s) didn't match pod topology spread constraints",
    "node(s) didn't match pod topology spread constraints (missing required label)",
    "node(s) didn't match pod affinity rules",
    "node(s) didn't match pod anti-affinity rules",
    "node(s) didn't satisfy existing pods anti-affinity rules",
  ];
  /** Wordings by release: the exclusion of the other nodes, a taint, and the end of an unhelpful preemption. From the
   *  scheduler's source at 1.30.0, 1.31.0, 1.32.0, 1.34.0, 1.35.0 and 1.36.3. */
  const TAINT_BEFORE = "node(s) had untolerated taint {dedicated: db}";
  const NO_VICTIMS = "No preemption victims found for incoming pod";
  const WORDINGS: readonly (readonly [release: string, others: string | undefined, taint: string, victims: string])[] = [
    ["before 1.27", "node(s) didn't match Pod's node affinity/selector", TAINT_BEFORE, `${NO_VICTIMS}.`],
    ["1.30", "node is filtered out by the prefilter result", TAINT_BEFORE, NO_VICTIMS],
    ["1.31, which has no entry for other nodes", undefined, TAINT_BEFORE, NO_VICTIMS],
    ["1.32 to 1.34", "node(s) didn't satisfy plugin(s) [NodeAffinity]", TAINT_BEFORE, NO_VICTIMS],
    ["1.32 to 1.34, with a volume of that node", "node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding]", TAINT_BEFORE, NO_VICTIMS],
    ["1.35 and 1.36", "node(s) didn't satisfy plugin(s) [NodeAffinity]", "node(s) had untolerated taint(s)", NO_VICTIMS],
  ];

  describe.each(WORDINGS)("W1 in the wording of %s", (_release, others, taint, victims) => {
    // Entries are sorted as strings: "10 x" comes before "2 y".
    const message = (nodeEntries: readonly string[], tail: string) => {
      const entries = others === undefined ? nodeEntries : [...nodeEntries, `${20 - Math.sign(nodeEntries.length)} ${others}`];
      return `0/20 nodes are available:${entries.length === 0 ? "" : ` ${[...entries].sort().join(", ")}.`}${tail}`;
    };
    const preemption = ` preemption: 0/20 nodes are available: 1 ${victims}, 19 Preemption is not helpful for scheduling.`;
    const tails = [
      preemption,
      // Since 1.34 more than one plugin adds a text after the filters.
      ` no new claims to deallocate,${preemption}`,
      ` still not schedulable,${preemption}`,
      " no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.",
      " preemption: not eligible due to preemptionPolicy=Never.",
      " preemption: no candidate node for preemption",
      // 1.37
      " preemption: found a potential placement for pod on node worker-1, preempting 2 victims.",
      "",
    ];
    it.each([...REASONS, taint])("%s", (reason) => {
      for (const tail of tails) expect(reasonIn(message([`1 ${reason}`], tail))).toBe(reason);
    });
    it("if every entry is about other nodes, the pinned node does not exist", () => {
      const isShared = others?.includes("affinity/selector") === true;
      for (const tail of tails) expect(reasonIn(message([], tail))).toBe(isShared ? others : "Its node does not exist");
    });
    it("a node that lacks two resources has two entries", () => {
      const text = message(["1 Insufficient cpu", "1 Insufficient memory"], preemption);
      expect(reasonIn(text)).toBe("Insufficient cpu, Insufficient memory");
    });
  });

  test.each([
    ["0/3 nodes are available: pod affinity terms conflict.", "pod affinity terms conflict"],
    [
      "0/3 nodes are available: node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding] simultaneously. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.",
      "node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding] simultaneously",
    ],
    [
      '0/3 nodes are available: persistentvolumeclaim "data" not found. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
      'persistentvolumeclaim "data" not found',
    ],
    [
      'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded',
      'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded',
    ],
    [
      '0/3 nodes are available: persistentvolumeclaim "data.v1" not found. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
      'persistentvolumeclaim "data.v1" not found',
    ],
    ["", ""],
  ])("W1 keeps a text that is no list of nodes unchanged: %s", (message, reason) => {
    expect(reasonIn(message)).toBe(reason);
  });

  test.each([
    [
      "0/3 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 2 node is filtered out by the prefilter result. preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.",
      "node(s) didn't have free ports for the requested pod ports",
    ],
    ["0/46 nodes are available: 1 Too many pods, 45 node(s) didn't satisfy plugin(s) [NodeAffinity]", "Too many pods"],
    [
      "0/7 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 6 node(s) didn't satisfy plugin(s) [NodeAffinity]",
      "node(s) didn't have free ports for the requested pod ports",
    ],
    ["0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]", "Insufficient cpu"],
    [
      "0/9 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. preemption: 0/9 nodes are available: 9 Preemption is not helpful for scheduling.",
      "node(s) didn't match Pod's node affinity/selector",
    ],
  ])("W1 reads messages of real clusters: %s", (message, reason) => {
    expect(reasonIn(message)).toBe(reason);
  });

  it("W1 reads the complete entry of a truncated event text", () => {
    const cut =
      "0/9000 nodes are available: 1 Insufficient cpu, 8999 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/9000 nodes ar ...";
    expect(reasonIn(cut)).toBe("Insufficient cpu");
    expect(reasonIn("0/9000 nodes are available: 1 Insufficient cpu, 8999 node(s) didn't satis ...")).toBe("Insufficient cpu");
  });

  describe("W1 the text that other plugins add after the filters", () => {
    it.each([
      "no new claims to deallocate, preemption: 0/5 nodes are available: 1 No preemption victims found for incoming pod, 4 Preemption is not helpful for scheduling.",
      "still not schedulable, preemption: 0/5 nodes are available: 5 Preemption is not helpful for scheduling.",
      "still not schedulable",
      "some plugin of a vendor. It has a second sentence, and 5 nodes",
      "no new claims to deal ...",
      "...",
    ])("is not part of the reason: %s", (tail) => {
      const others = "4 node(s) didn't satisfy plugin(s) [NodeAffinity]";
      const reasonWithTail = (reason: string) => reasonIn(`0/5 nodes are available: 1 ${reason}, ${others}. ${tail}`);
      expect(reasonWithTail("Insufficient cpu")).toBe("Insufficient cpu");
      expect(reasonWithTail("ebs.csi.aws.com CSI driver is not installed on the node")).toBe(
        "ebs.csi.aws.com CSI driver is not installed on the node",
      );
      expect(reasonWithTail("it is full. Try another one")).toBe("it is full. Try another one");
      expect(reasonIn(`0/4 nodes are available: ${others}. ${tail}`)).toBe("Its node does not exist");
    });
  });

  it("W1 gives a plain reason for every message of a real scheduler", () => {
    const path = join(import.meta.dirname, "../../../../e2e/recordings/differential/adopted-and-silent.jsonl.gz");
    const text = gunzipSync(readFileSync(path)).toString("utf8");
    const messages = new Set(text.match(/0\/\d+ nodes are available:[^"\\]*/g));
    expect(messages.size).toBeGreaterThanOrEqual(5);
    const reasons = new Set([...messages].map(reasonIn));
    expect([...reasons].sort()).toEqual(["Insufficient cpu", "Too many pods", "node(s) had untolerated taint(s)"]);
  });
});

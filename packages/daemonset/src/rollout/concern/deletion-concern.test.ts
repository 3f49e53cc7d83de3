import { describe, expect, it } from "vitest";
import { causeOfDeletion } from "../../causes/concern-cause.ts";
import { aDaemonSet, aPod, EPOCH_MS } from "../../model/objects.fixture.ts";
import { podFactsOf } from "../../pods/pod-facts.ts";
import { deletionOf } from "./deletion-concern.ts";
import { DEFAULT_STALL_TIMEOUTS } from "./detect-stall.ts";

const MINUTE_MS = 60_000;
const DELETED_AT = new Date(EPOCH_MS).toISOString();
const base = aDaemonSet("agent");
const deleted = (finalizers: readonly string[]) => ({
  ...base,
  metadata: { ...base.metadata, deletionTimestamp: DELETED_AT, finalizers },
});
function pod(name: string, node: string, finalizers?: readonly string[]) {
  const object = aPod("agent", name, { node, readyAtMs: 0 });
  const facts = podFactsOf({
    ...object,
    metadata: { ...object.metadata, deletionTimestamp: DELETED_AT, ...(finalizers && { finalizers }) },
  });
  if (facts === undefined) throw new Error("no facts");
  return facts;
}
const after = (daemonSet: typeof base, pods: readonly ReturnType<typeof pod>[], ms: number) =>
  deletionOf(daemonSet, pods, DEFAULT_STALL_TIMEOUTS, EPOCH_MS + ms);

describe("R30 a DaemonSet that is being deleted", () => {
  it("R30 has no such concern before its deletion", () => {
    expect(after(base, [pod("a", "n1")], 0)).toBeUndefined();
  });
  it("R30 waits for its pods, and is not stuck, regardless of the time", () => {
    const found = after(deleted(["foregroundDeletion"]), [pod("b", "n2"), pod("a", "n1")], 90 * MINUTE_MS);
    expect(found?.concern).toMatchObject({ detail: { kind: "beingDeleted", count: 2 }, nodes: ["n1", "n2"], stuck: false });
    expect(found?.stuckAtMs).toBeUndefined();
  });
  it("R30 is stuck after two minutes if the garbage collector deletes none of its pods", () => {
    const kept = aPod("agent", "a", { node: "n1", readyAtMs: 0 });
    const facts = podFactsOf(kept);
    if (facts === undefined) throw new Error("no facts");
    const set = deleted(["foregroundDeletion"]);
    expect(after(set, [facts], 119_000)).toMatchObject({ concern: { stuck: false }, stuckAtMs: EPOCH_MS + 120_000 });
    const found = after(set, [facts], 120_000)?.concern;
    expect(found).toMatchObject({ detail: { kind: "beingDeleted", count: 1, uncollected: true }, stuck: true });
    // A pod that was deleted since then proves that it acts, and an earlier one does not.
    const since = pod("b", "n2");
    expect(after(set, [facts, since], 90 * MINUTE_MS)?.concern).toMatchObject({ detail: { count: 2 }, stuck: false });
    const earlier = { ...since, deletingSinceMs: EPOCH_MS - MINUTE_MS };
    expect(after(set, [facts, earlier], 90 * MINUTE_MS)?.concern).toMatchObject({ detail: { uncollected: true }, stuck: true });
    // It has nothing to do if all pods end already.
    expect(after(set, [earlier], 90 * MINUTE_MS)?.concern).toMatchObject({ detail: { count: 1 }, stuck: false });
  });
  it("R30 names its own finalizer while pods remain, if it was deleted in the background", () => {
    const facts = podFactsOf(aPod("agent", "a", { node: "n1", readyAtMs: 0 }));
    if (facts === undefined) throw new Error("no facts");
    const found = after(deleted(["example.com/own"]), [facts], 90 * MINUTE_MS)?.concern;
    expect(found).toMatchObject({ detail: { kind: "beingDeleted", count: 1, finalizer: "example.com/own" }, stuck: true });
  });
  it("R30 is stuck ten minutes after the grace period of a pod with a finalizer", () => {
    const pods = [pod("b", "n2"), pod("a", "n3", ["example.com/hold"])];
    const early = after(deleted(["foregroundDeletion"]), pods, 9 * MINUTE_MS);
    expect(early).toMatchObject({ concern: { stuck: false }, stuckAtMs: EPOCH_MS + 10 * MINUTE_MS });
    expect(after(deleted(["foregroundDeletion"]), pods, 10 * MINUTE_MS)?.concern).toMatchObject({
      detail: { count: 2, pod: "a", finalizer: "example.com/hold" },
      stuck: true,
    });
  });
  it("R30 names its own finalizer once its pods are gone, except those of the garbage collector", () => {
    expect(after(deleted(["orphan", "example.com/own"]), [], 0)?.concern.detail).toEqual({
      kind: "beingDeleted",
      count: 0,
      finalizer: "example.com/own",
    });
    expect(after(deleted(["foregroundDeletion"]), [], 0)?.concern.detail).toEqual({ kind: "beingDeleted", count: 0 });
  });
  it("R30 is ended by the owner of the finalizer, by the garbage collector, otherwise by the kubelets of its pods", () => {
    expect(causeOfDeletion({ kind: "beingDeleted", count: 1, pod: "a", finalizer: "x/hold" })).toEqual({
      kind: "podFinalizer",
      subject: "x/hold",
    });
    expect(causeOfDeletion({ kind: "beingDeleted", count: 2 })).toEqual({ kind: "terminating" });
    expect(causeOfDeletion({ kind: "beingDeleted", count: 2, uncollected: true })).toEqual({ kind: "controllerBehind" });
  });
});

import { formatStep } from "@daemonscope/daemonset/actions/steps/format-step";
import { parseStep } from "@daemonscope/daemonset/actions/steps/parse-step";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { describe, expect, it, test } from "vitest";
import { readDraft } from "./read-draft.ts";
import { type DraftField, type DraftKind, draftOf, emptyDraft } from "./step-draft.ts";

const node = (name: string) => readyNode(name, { labels: { pool: name.slice(0, 1) } });
const FACTS = { nodes: [node("a1"), node("a2"), node("b1")], manifest: undefined };
const read = (kind: DraftKind, fields: Partial<Record<DraftField, string>>, facts: Parameters<typeof readDraft>[1] = FACTS) => {
  const draft = emptyDraft(kind, [], undefined);
  return readDraft({ kind, fields: { ...draft.fields, ...fields } }, facts);
};

describe("the form of a step", () => {
  test.each([
    "taint a1 a2 dedicated=ml:NoExecute",
    "taint -l pool=a dedicated:NoSchedule",
    "taint --all dedicated-",
    "taint a1 dedicated:NoExecute-",
    "label b1 tier=edge",
    "label -l 'pool in (a,b)' tier-",
    "cordon a1",
    "uncordon --all",
    "leave -l pool=b",
    "set-image x/y -c=agent:2",
    "set-image x/y main=agent:2",
    "set-tolerations x/y dedicated=ml:NoExecute gpu '*'",
    "set-node-selector x/y pool=a disk-",
    "set-requests x/y -c main memory=384Mi cpu-",
    "set-priority x/y system-node-critical",
    "set-strategy x/y OnDelete",
    "set-strategy x/y RollingUpdate maxUnavailable=10% maxSurge=0",
    "set-host-ports x/y -c main 9100=9100",
    "delete x/y --cascade=orphan",
    "join 3 like a1 --label pool=c --taint gpu:NoSchedule",
    "delete-pods x y-1 y-2",
    "restart x/y",
    "undo x/y 3",
  ])("returns the step that it was opened with: %s", (text) => {
    const step = parseStep(text);
    if (step.kind === "unreadable") throw new Error(step.expected);
    const back = readDraft(draftOf(step), FACTS);
    expect(back).toEqual({ kind: "step", step: parseStep(formatStep(step)) });
  });

  test.each<[DraftKind, Partial<Record<DraftField, string>>, DraftField, string]>([
    ["taint", { names: "" }, "names", "noNodes"],
    ["taint", { names: "a1 c9" }, "names", "unknownNode"],
    ["taint", { by: "selector", selector: "" }, "selector", "noSelector"],
    ["taint", { by: "selector", selector: "pool=" + "c" }, "selector", "matchesNone"],
    ["taint", { by: "selector", selector: "pool in" }, "selector", "badSelector"],
    ["taint", { names: "a1", key: "no value here" }, "key", "key"],
    ["label", { names: "a1", key: "ok", value: "-no" }, "value", "value"],
    ["edit", { daemonSet: "" }, "daemonSet", "noDaemonSet"],
    ["edit", { daemonSet: "x/y", field: "image", image: "a b" }, "image", "noImage"],
    ["edit", { daemonSet: "x/y", field: "resources", memory: "384 Megs" }, "memory", "quantity"],
    ["edit", { daemonSet: "x/y", field: "strategy", maxUnavailable: "0", maxSurge: "0%" }, "maxUnavailable", "bothZero"],
    ["edit", { daemonSet: "x/y", field: "strategy", maxUnavailable: "1", maxSurge: "1" }, "maxSurge", "bothSet"],
    ["edit", { daemonSet: "x/y", field: "strategy", maxUnavailable: "many", maxSurge: "1" }, "maxUnavailable", "limit"],
    ["edit", { daemonSet: "x/y", field: "hostPorts", containerPort: "80", hostPort: "99999" }, "hostPort", "port"],
    ["edit", { daemonSet: "x/y", field: "affinity", affinity: "pool in" }, "affinity", "badSelector"],
    ["join", { count: "0" }, "count", "count"],
    ["join", { count: "5001" }, "count", "count"],
    ["join", { count: "2", like: "c9" }, "like", "unknownNode"],
    ["text", { text: "tain a1 x" }, "text", "unreadable"],
    ["text", { text: "" }, "text", "unreadableEmpty"],
    ["apply", { manifest: "x".repeat(1_000_001) }, "manifest", "tooLarge"],
  ])("shows the error next to the field: %s %o", (kind, fields, field, code) => {
    const back = read(kind, fields);
    expect(back.kind === "problems" ? back.problems[field]?.code : back).toBe(code);
  });

  const manifest = (kind: string, name: string) => ({ apiVersion: "apps/v1", kind, metadata: { name, namespace: "x" } });
  it.each([
    ["Service", "y", "manifestKind"],
    ["DaemonSet", "", "manifestName"],
    ["DaemonSet", "other", "manifestOther"],
  ])("rejects a manifest of another kind, without a name, or of another DaemonSet: %s %s", (kind, name, code) => {
    const facts = { ...FACTS, manifest: manifest(kind, name) };
    const back = read("edit", { daemonSet: "x/y", field: "manifest", manifest: "…" }, facts);
    expect(back.kind === "problems" ? back.problems.manifest?.code : back).toBe(code);
  });

  it("reads a Deployment as a new DaemonSet", () => {
    const facts = { ...FACTS, manifest: manifest("Deployment", "y") };
    expect(read("apply", { manifest: "…" }, facts)).toEqual({
      kind: "step",
      step: { kind: "apply", manifest: manifest("Deployment", "y") },
    });
  });
});

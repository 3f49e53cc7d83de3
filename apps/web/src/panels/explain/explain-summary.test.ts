import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import type { Taint } from "@daemonscope/kube/objects";
import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { words as zhCN } from "../../words/i18n/zh-CN/words.ts";
import { words as zhTW } from "../../words/i18n/zh-TW/words.ts";
import { explainSummary } from "./explain-summary.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-CN", "translation", zhCN);
translator.addResourceBundle("zh-TW", "translation", zhTW);

const DB: Taint = { key: "dedicated", value: "db", effect: "NoSchedule" };
const DRAIN: Taint = { key: "drain", effect: "NoExecute" };
const placementOn = (taints: readonly Taint[], template: Partial<PlacementTemplate> = {}) =>
  explainPlacement(
    { nodeSelector: { disk: "ssd" }, tolerations: [], hostNetwork: false, ...template },
    { name: "n1", labels: { disk: "ssd" }, taints },
  );
const lead = (language: string, ...[taints, template]: Parameters<typeof placementOn>) =>
  explainSummary({ placement: placementOn(taints, template), pods: [] }, "read", translator.getFixedT(language));

const NO_MATCH = "Not eligible: the node does not match the template.";

test.each<[string, readonly Taint[], Partial<PlacementTemplate>, string]>([
  ["nothing fails", [], {}, "The controller wants a pod here, and there is none yet."],
  ["one taint evicts", [DRAIN], {}, "One taint is not tolerated, and it evicts."],
  ["one of two taints evicts, the node matches", [DB, DRAIN], {}, "2 taints are not tolerated; drain:NoExecute decides: it evicts."],
  [
    "a tolerated taint is not counted",
    [DB, DRAIN],
    { tolerations: [{ key: "dedicated", operator: "Exists" }] },
    "One taint is not tolerated, and it evicts.",
  ],
  ["taints only keep new pods away", [DB, { ...DB, key: "gpu" }], {}, "2 taints are not tolerated."],
  ["another name", [DRAIN], { nodeName: "n2" }, NO_MATCH],
  ["the selector does not fit", [], { nodeSelector: { disk: "hdd" } }, NO_MATCH],
  ["the selector does not fit, and a taint evicts", [DRAIN], { nodeSelector: { disk: "hdd" } }, NO_MATCH],
  ["no term matches", [DB, DRAIN], { requiredNodeAffinity: {} }, NO_MATCH],
])("P1 the line before the proof names the deciding check: %s", (_name, taints, template, sentence) => {
  expect(lead("en", taints, template)).toBe(sentence);
});

test.each([
  ["zh-CN", "2 个污点未被容忍；由 drain:NoExecute 决定：它会驱逐 Pod。"],
  ["zh-TW", "2 個污點未被容忍；由 drain:NoExecute 決定：它會驅逐 Pod。"],
])("P1 the line in %s names the evicting taint as deciding", (language, sentence) => {
  expect(lead(language, [DB, DRAIN])).toBe(sentence);
});

test.each(["karpenter.sh/disrupted", "ToBeDeletedByClusterAutoscaler"])(
  "N2 a pod on a node that is being removed ends with the node, also if other taints keep new pods away: %s",
  (key) => {
    const placement = placementOn([DB, { key, effect: "NoSchedule" }]);
    const pods = [{}] as unknown as Parameters<typeof explainSummary>[0]["pods"];
    expect(explainSummary({ placement, pods }, "read", translator.getFixedT("en"))).toMatch(
      /^The node is being removed, and the pod ends with it\. The taint is set by .+, and ends when the node is gone\.$/,
    );
  },
);

const CILIUM: Taint = { key: "node.cilium.io/agent-not-ready", effect: "NoExecute" };
const AWAITED = "The node waits for cilium, so this pod comes later. The taint is set by the node group or Cilium, and ends when ";
test.each<[string, readonly Taint[], string]>([
  ["it evicts", [CILIUM], AWAITED],
  ["it only keeps new pods away", [{ ...CILIUM, effect: "NoSchedule" }], AWAITED],
  [
    "an ordinary taint stays after it",
    [CILIUM, DRAIN],
    "2 taints are not tolerated; node.cilium.io/agent-not-ready:NoExecute decides: it evicts.",
  ],
])("N1 the line names who ends a taint of a node's life: %s", (_name, taints, sentence) => {
  expect(lead("en", taints)).toContain(sentence);
});

import { describe, expect, it } from "vitest";
import { openStory } from "./opened-story.fixture.ts";

/** A DaemonSet of a story up to a time, with what must not be reported about it and what must. docs/stories.md has the
 *  number of rows that fail if node signs, controllers, pauses and owners are not known. */
interface StoryCase {
  readonly id: string;
  readonly story: string;
  readonly key: string;
  readonly seconds: number;
  readonly wrong: readonly RegExp[];
  readonly right: readonly RegExp[];
}

const NO_AGENT_IS_BROKEN = [/^(SHRUNK|MISSCHEDULED|FAILING|STUCK|MANUAL)/m, /^offers (nodes|undo|label|tolerate|resume)$/m];
const LOGS = "logging/fluent-bit";
const EXPORTER = "monitoring/node-exporter";
const PLUGIN = "gpu-operator/nvidia-device-plugin-daemonset";
const DRIVER = "gpu-operator/nvidia-driver-daemonset";

const CASES: readonly StoryCase[] = [
  {
    id: "T25 upgrade",
    story: "gpu-operator-upgrade",
    key: DRIVER,
    seconds: 125,
    wrong: [/^(MANUAL|FAILING|STUCK|SHRUNK)/m, /^offers resume$/m, /old pods? to delete/],
    right: [/^ROLLING$/m, /^1 of 3 updated by gpu-operator, 1 draining \(gpu-2\)$/m],
  },
  {
    id: "T25 label pause",
    story: "gpu-operator-upgrade",
    key: PLUGIN,
    seconds: 125,
    wrong: [...NO_AGENT_IS_BROKEN, /no longer want/],
    right: [/^paused on 1 node by gpu-operator$/m],
  },
  {
    id: "T26 Argo CD",
    story: "argo-cd-reverts",
    key: "logging/log-agent",
    seconds: 80,
    wrong: [/^(MANUAL|FAILING|STUCK|SHRUNK|MISSCHEDULED|DEGRADED)/m],
    right: [/Argo CD application log-agents/],
  },
  {
    id: "T27 Karpenter, an agent without tolerations",
    story: "karpenter-disruption",
    key: LOGS,
    seconds: 100,
    wrong: NO_AGENT_IS_BROKEN,
    right: [/^2 other nodes are being removed \(karpenter\.sh\/disrupted\)$/m],
  },
  {
    id: "T27 Karpenter, an agent that tolerates all",
    story: "karpenter-disruption",
    key: EXPORTER,
    seconds: 100,
    wrong: NO_AGENT_IS_BROKEN,
    right: [],
  },
  {
    id: "T28 shutdown",
    story: "graceful-shutdown",
    key: EXPORTER,
    seconds: 130,
    wrong: [...NO_AGENT_IS_BROKEN, /again and again/],
    right: [/^available on all 3 nodes that stay$/m, /^3 are shutting down$/m, /^3 unavailable because of their nodes$/m],
  },
  { id: "T29 startup taint, another agent", story: "startup-taint", key: LOGS, seconds: 120, wrong: NO_AGENT_IS_BROKEN, right: [] },
  {
    id: "T29 startup taint, the agent that it waits for",
    story: "startup-taint",
    key: "kube-system/cilium",
    seconds: 120,
    wrong: [/^(SHRUNK|MISSCHEDULED)/m],
    right: [/^2 nodes wait for cilium to remove node\.cilium\.io\/agent-not-ready$/m],
  },
];

describe("no story accuses the wrong cause", () => {
  it.each(CASES)("$id", async ({ story, key, seconds, wrong, right }) => {
    const { passTo, sentencesOf } = await openStory(story, [key]);
    await passTo(seconds);
    const sentences = sentencesOf(key);
    for (const each of wrong) expect(sentences).not.toMatch(each);
    for (const each of right) expect(sentences).toMatch(each);
  });
});

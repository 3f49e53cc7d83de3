import { putDaemonSet, putNode, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { aDaemonSet, aNode, aRevision, EPOCH_MS, type NodeParts } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { recordedCluster } from "../../history/log/watched.fixture.ts";
import { recordedHappenings } from "./recorded-happenings.ts";

const CILIUM = { key: "node.cilium.io/agent-not-ready", value: "true", effect: "NoSchedule" } as const;
const TEMPLATE = { tolerations: [{ operator: "Exists" }] };
const AGENT = aDaemonSet("agent", { template: TEMPLATE });

/** Records a DaemonSet and the changes of each tick, and returns the messages of the replay. */
async function replayed(...ticks: readonly (readonly Parameters<ReturnType<typeof recordedCluster>["consumer"]>[0][])[]) {
  const { consumer, live, time, writer } = recordedCluster(1000);
  consumer(putDaemonSet(AGENT));
  consumer(putRevision(aRevision("agent", 1)));
  for (const source of MODEL_SOURCES) consumer({ do: "read", source });
  live.beginMarks();
  live.settle();
  for (const events of ticks) {
    time.pass(1000);
    for (const event of events) consumer(event);
    live.wake();
    live.settle();
  }
  await writer.flush();
  const found = await recordedHappenings(writer, { fromMs: EPOCH_MS + 1, toMs: Number.POSITIVE_INFINITY }, () => true);
  return found.map(({ message, nodes }) => [message, ...(nodes ?? [])].join(" | "));
}

const node = (parts: NodeParts) => putNode(aNode("n1", parts));

describe("the events of a recording", () => {
  it("name a node once if a tick has several changes of its labels", async () => {
    const events = await replayed([node({})], [node({ labels: { a: "1" } }), node({ labels: { a: "1", b: "2" } })]);
    expect(events.filter((each) => each.startsWith("labels"))).toEqual(["labels added a=1, b=2 | n1"]);
  });

  it("state the first Ready of a node, and the agent that it waits for", async () => {
    const taints = [CILIUM];
    const events = await replayed(
      [node({ ready: "False", taints, createdAtMs: 1000, readySinceMs: 1000 })],
      [node({ taints, createdAtMs: 1000, readySinceMs: 2000 })],
    );
    expect(events).toContain("Ready, waits for cilium (node.cilium.io/agent-not-ready) | n1");
  });

  it("state that a node is Ready again only if it was Ready before", async () => {
    const events = await replayed([node({})], [node({ ready: "False", readySinceMs: 90_000 })], [node({ readySinceMs: 91_000 })]);
    expect(events).toContain("Ready again | n1");
  });

  it("name both numbers of a revision whose template is used again", async () => {
    const putTemplate = (generation: number, template: number) =>
      putDaemonSet(aDaemonSet("agent", { generation, template: TEMPLATE, templateHash: `template-${template}` }));
    const events = await replayed(
      [node({})],
      [putTemplate(2, 2), putRevision(aRevision("agent", 2, { createdAtMs: 2000 }))],
      [putTemplate(3, 1)],
    );
    const rollouts = events.filter((each) => each.startsWith("rollout"));
    expect(rollouts).toEqual(["rollout of revision 2 started", "rollout back to the template of revision 1 started (now revision 3)"]);
  });
});

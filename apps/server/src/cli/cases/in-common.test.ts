import { expect, it } from "vitest";
import { openRecorded, recordedCase, statusText } from "./case.fixture.ts";
import type { RecordedObjects } from "./static-api-server.fixture.ts";

type Recorded = RecordedObjects["items"][number];

/** Returns a copy of an object with another name of its node. */
const onNode = (object: Recorded | undefined, from: string, to: string): Recorded =>
  JSON.parse(JSON.stringify(object).replaceAll(`"${from}"`, `"${to}"`).replaceAll(`-${from}"`, `-${to}"`));

/** F35 on more nodes: 6 of 49 run another kernel, and only their pods crash. */
function crashesOnOneKernel(kernelOf: (isFailing: boolean, at: number) => string): RecordedObjects {
  const recorded = recordedCase("F35");
  const named = (kind: string, name: string) => recorded.items.find((each) => each.kind === kind && each.metadata.name === name);
  const nodes = Array.from({ length: 49 }, (_, at) => {
    const isFailing = at % 8 === 0 && at < 48;
    const name = `node-${at}`;
    const node = onNode(named("Node", "n1"), "n1", name) as Recorded & { status: { nodeInfo: object } };
    const nodeInfo = { ...node.status.nodeInfo, kernelVersion: kernelOf(isFailing, at) };
    const source = isFailing ? "n1" : "n2";
    return [{ ...node, status: { ...node.status, nodeInfo } }, onNode(named("Pod", `agent-${source}`), source, name)];
  });
  const others = recorded.items.filter(({ kind }) => kind !== "Node" && kind !== "Pod");
  return { ...recorded, items: [...nodes.flat(), ...others] };
}

it("K5 status names the kernel that all failing nodes and no others run, in words and as JSON", async () => {
  const opened = await openRecorded(
    crashesOnOneKernel((isFailing) => (isFailing ? "6.8.0-1021" : "6.6.44")),
    "F35",
  );
  try {
    expect(await statusText(opened)).toContain("\n6 of 6 failing nodes run kernel 6.8.0-1021, 0 of 43 others do\n");
    const answer = JSON.parse(await statusText(opened, ["-o", "json"]));
    expect(answer.inCommon).toEqual({
      kind: "oomKilled",
      message: "6 of 6 failing nodes run kernel 6.8.0-1021, 0 of 43 others do",
      failing: 6,
      others: 43,
      found: {
        traits: [{ kind: "kernelVersion", value: "6.8.0-1021" }],
        failing: 6,
        others: 0,
        probability: 7.15e-8,
        comparisons: 1,
      },
    });
  } finally {
    await opened.close();
  }
});

it("K5 status names the revision of all failing pods if their nodes have nothing in common", async () => {
  const opened = await openRecorded(
    crashesOnOneKernel((_, at) => (at % 2 === 0 ? "6.8.0-1021" : "6.6.44")),
    "F35",
  );
  try {
    // All failing nodes have an even number, as have 19 of 43 others: one of 79 draws.
    expect(await statusText(opened)).toContain("\nall 6 failing pods run revision 2; the 43 pods of revision 1 are fine\n");
  } finally {
    await opened.close();
  }
});

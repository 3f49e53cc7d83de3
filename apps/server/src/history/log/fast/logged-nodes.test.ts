import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import { aNode } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { replayTo } from "../../replay/replay-to.ts";
import { BLOCK } from "../block.ts";
import { NODES_PER_PART } from "../checkpoint.ts";
import { recordedCluster } from "../watched.fixture.ts";

it.each(["columns", "shared"] as const)("L1 splits the nodes of a checkpoint into parts, and replays them from %s", async (objects) => {
  const { model, writer, live, consumer, time } = recordedCluster(1e9, objects);
  for (const source of MODEL_SOURCES) consumer({ do: "read", source });
  for (let number = 0; number <= NODES_PER_PART; number++) consumer(putNode(aNode(`n${number}`)));
  live.beginMarks();
  live.settle();
  await writer.flush();
  consumer(putNode(aNode("n1", { labels: { pool: "gpu" } })));
  const checkpoint = async () => {
    time.pass(1000);
    writer.checkpointNext();
    live.settle();
    await writer.flush();
  };
  await checkpoint();
  await checkpoint();
  const last = writer.segments.slice(-2);
  const partsOf = ({ blocks }: (typeof last)[number]) =>
    Promise.all(blocks.filter(({ kind }) => kind === BLOCK.checkpointPart).map(({ text }) => text()));
  const parts = await Promise.all(last.map(partsOf));
  for (const each of parts) expect(each.filter((text) => text.startsWith('{"part":"nodes"'))).toHaveLength(2);
  for (const { fromMs } of last) {
    const replayed = await replayTo(writer, { fromMs, toMs: Number.POSITIVE_INFINITY });
    expect([...replayed.model.held.nodes]).toEqual([...model.held.nodes]);
  }
});

import { nodeEntryOf } from "@daemonscope/daemonset/model/node-entry";
import { expect, it } from "vitest";
import { kubeNode } from "../cluster.fixture.ts";
import { serverOnManualTime } from "../routes/context.fixture.ts";
import { NodeNames } from "./node-names.ts";
import { rightsTo } from "./people.fixture.ts";
import { RightsClass } from "./rights-class.ts";

it("an object that cannot be taken in while a tick goes on in parts is said in a sentence: the tick ends, and has the next one", () => {
  const { live, context, time } = serverOnManualTime();
  live.beginMarks();
  const queued: (() => void)[] = [];
  const problems: string[] = [];
  let looks = 0;
  const timers = {
    ...time.timers,
    // At each look at the clock the turn is over.
    elapsedMs: () => time.timers.elapsedMs() + 1000 * looks++,
    soon: (callback: () => void) => {
      queued.push(callback);
      return { cancel: () => undefined };
    },
  };
  const whole = {
    live,
    reads: context.liveReadingOf({ url: "/" }).reads,
    frames: { build: "test", timers, random: () => 0.5, wallNowMs: time.nowMs },
    statuses: () => live.sources(),
    past: context.pastOf({ url: "/" }),
    problem: (text: string) => void problems.push(text),
  };
  const seen = new RightsClass(rightsTo(["kube-system"], { nodes: "all" }), whole, new NodeNames());
  seen.consumer.putNode(kubeNode("n7"));
  seen.live.wake();
  queued.shift()?.();
  const { reading } = seen.live.model;
  seen.tell({ do: "put", kind: "nodes", object: { ...nodeEntryOf(kubeNode("n8")), record: undefined as never } });
  seen.consumer.putNode(kubeNode("n9"));
  expect(reading.nodeRecord("n9")).toBeUndefined();
  for (let parts = 0; queued.length > 0 && parts < 50; parts++) queued.shift()?.();
  expect(problems).toEqual([expect.stringMatching(/^what is told to those who see a part could not be taken in: /)]);
  expect(reading.nodeRecord("n9")).toBeDefined();
});

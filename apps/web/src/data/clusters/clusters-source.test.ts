import type { ClustersAnswer } from "@daemonscope/shared/http/clusters";
import { expect, it } from "vitest";
import { ClustersSource } from "./clusters-source.ts";
import { agentOf, clusterOf } from "./summaries.fixture.ts";

/** A source whose server answers with the entries of `answers` and fails on an Error. `pass` advances the time. */
function sourceOf(answers: (ClustersAnswer | Error)[]) {
  const asked: (string | undefined)[] = [];
  const due: (() => void)[] = [];
  let nowMs = 0;
  let isVisible = true;
  const source = new ClustersSource({
    ask: async (since) => {
      asked.push(since);
      const answer = answers.shift() ?? new Error("no answer is left");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    nowMs: () => nowMs,
    after: (ms, run) => {
      due.push(() => {
        nowMs += ms;
        run();
      });
      return { cancel: () => undefined };
    },
    isVisible: () => isVisible,
  });
  const pass = async () => {
    due.shift()?.();
    await new Promise((done) => setImmediate(done));
  };
  const setVisible = (visible: boolean) => {
    isVisible = visible;
  };
  return { source, asked, pass, setVisible };
}

const answerOf = (version: string, whole: boolean, agents: ReturnType<typeof agentOf>[] | undefined): ClustersAnswer => {
  const { agents: _, ...cluster } = clusterOf("a", []);
  return { version, whole, notes: [], clusters: [{ ...cluster, ...(agents === undefined ? {} : { agents }) }] };
};

it("keeps the agents of an unchanged cluster, and sends the version that it has", async () => {
  const { source, asked, pass } = sourceOf([answerOf("r.1", true, [agentOf("logs", "1")]), answerOf("r.1", false, undefined)]);
  await source.askNow();
  await pass();
  expect(asked).toEqual([undefined, "r.1"]);
  expect(source.snapshot().clusters?.[0]?.agents?.map(({ key }) => key)).toEqual(["kube-system/logs"]);
});

it("discards the state of another server", async () => {
  const { source, pass } = sourceOf([answerOf("r.1", true, [agentOf("logs", "1")]), answerOf("s.1", true, undefined)]);
  await source.askNow();
  await pass();
  expect(source.snapshot().clusters?.[0]?.agents).toEqual([]);
});

it("while the server is away, keeps the last answer with its time and the error", async () => {
  const { source, pass } = sourceOf([answerOf("r.1", true, []), new Error("away"), answerOf("r.2", false, [])]);
  await source.askNow();
  await pass();
  expect(source.snapshot()).toMatchObject({ answeredAtMs: 0, problem: "away", clusters: [{ name: "a" }] });
  await pass();
  expect(source.snapshot()).toMatchObject({ answeredAtMs: 2000, problem: undefined });
});

it("does not poll while the page is hidden", async () => {
  const { source, asked, pass, setVisible } = sourceOf([answerOf("r.1", true, []), answerOf("r.1", false, undefined)]);
  await source.askNow();
  setVisible(false);
  await pass();
  expect(asked).toHaveLength(1);
  setVisible(true);
  await pass();
  expect(asked).toHaveLength(2);
});

import { expect, it } from "vitest";
import { compareDaemonSets } from "./compare-daemon-sets.ts";

const daemonSet = (spec: object, labels: Readonly<Record<string, string>> = {}, image = "agent:1") => ({
  metadata: { labels },
  spec: { ...spec, template: { metadata: { labels: { app: "agent" } }, spec: { containers: [{ name: "agent", image }] } } },
});
const wordsOf = (...[before, after]: Parameters<typeof compareDaemonSets>) =>
  compareDaemonSets(before, after).changes.map(({ words }) => words);

it("R16 states changes of strategy, minReadySeconds, labels and the template", () => {
  const before = daemonSet({ updateStrategy: { type: "OnDelete" }, minReadySeconds: 0 });
  const after = daemonSet(
    { updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%" } }, minReadySeconds: 10 },
    { team: "logs" },
    "agent:2",
  );
  expect(wordsOf(before, after)).toEqual(
    expect.arrayContaining([
      "DaemonSet: label team added: logs",
      "minReadySeconds 0 → 10",
      "updateStrategy.type OnDelete → RollingUpdate",
      "container agent: image agent:1 → agent:2",
    ]),
  );
  const { changes, diff } = compareDaemonSets(before, after);
  expect(changes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["daemonSet.spec.minReadySeconds", "spec.containers[agent].image"]),
  );
  expect(diff.map(({ text }) => text.trim())).toEqual(expect.arrayContaining(["minReadySeconds: 10", "team: logs", "- image: agent:2"]));
});

it("equal DaemonSets have no difference", () => {
  expect(compareDaemonSets(daemonSet({ minReadySeconds: 5 }), daemonSet({ minReadySeconds: 5 }))).toMatchObject({ changes: [], diff: [] });
});

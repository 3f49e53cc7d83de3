import { expect, it } from "vitest";
import { matrixOf } from "../../data/clusters/matrix.ts";
import { agentOf, clusterOf } from "../../data/clusters/summaries.fixture.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { clusterBands } from "./cluster-bands.ts";

const { t } = createTranslator();
const NOW_MS = 5_000_000;
const AT_MS = 1_000_000;
const MINUTE_MS = 60_000;

it("draws each problem from its beginning, on the clock of the page, and NotReady nodes once", () => {
  const stuck = agentOf("logs", "3.1", { need: "stuck", sinceMs: AT_MS - 2 * MINUTE_MS });
  const onUnready = (name: string) => agentOf(name, "3.1", { need: "nodesUnready", about: 1, sinceMs: AT_MS - MINUTE_MS });
  const unready = { count: 1, isAtLeast: false, nodes: ["spot-07"], agents: 2, sinceMs: AT_MS - MINUTE_MS };
  const undated = agentOf("driver", "3.1", { need: "waitsForYou" });
  const clusters = [clusterOf("a", [stuck, undated]), clusterOf("b", [onUnready("cilium"), onUnready("logs")], { unready })];
  expect(
    clusterBands(t, matrixOf(clusters), NOW_MS, 0).map(({ name, fromMs, toMs, parts: [part] }) => [name, fromMs, toMs, part?.look]),
  ).toEqual([
    [{ kind: "daemonSet", name: "a logs" }, NOW_MS - 2 * MINUTE_MS, undefined, "failing"],
    [{ kind: "daemonSet", name: "b 1 NotReady" }, NOW_MS - MINUTE_MS, undefined, "notReady"],
  ]);
});

it("ends the problems of a disconnected cluster at its last proof, and draws the disconnection from there", () => {
  const stuck = agentOf("logs", "3.1", { need: "stuck", sinceMs: AT_MS - 3 * MINUTE_MS });
  const silent = clusterOf("a", [stuck], { hearing: "silent", silentMs: MINUTE_MS });
  expect(clusterBands(t, matrixOf([silent]), NOW_MS, 0).map(({ name, fromMs, toMs }) => [name, fromMs, toMs])).toEqual([
    [{ kind: "daemonSet", name: "a unreachable" }, NOW_MS - MINUTE_MS, undefined],
    [{ kind: "daemonSet", name: "a logs" }, NOW_MS - 3 * MINUTE_MS, NOW_MS - MINUTE_MS],
  ]);
});

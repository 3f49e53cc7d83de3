import { describe, expect, it } from "vitest";
import { matrixOf } from "../../data/clusters/matrix.ts";
import { agentOf, clusterOf } from "../../data/clusters/summaries.fixture.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { clusterNotes, verdictOnClusters } from "./clusters-verdict.ts";

const { t } = createTranslator();
const MINUTE_MS = 60_000;
const fine = (name: string, version = "3.1") => clusterOf(name, [agentOf("logs", version)]);
const verdictText = (...clusters: readonly ReturnType<typeof clusterOf>[]) => {
  const { word, sentence } = verdictOnClusters(t, matrixOf(clusters), 0);
  return `${word} ${sentence}`;
};

describe("verdictOnClusters", () => {
  it("names the worst problem, its duration, and the number of clusters on the old version", () => {
    const stuck = agentOf("logs", "3.1", { need: "stuck", underWay: true, sinceMs: 1_000_000 - 14 * MINUTE_MS, olderImages: ["logs:3.0"] });
    const clusters = [fine("a"), clusterOf("b", [stuck]), fine("c", "3.0"), fine("d")];
    expect(verdictText(...clusters)).toBe("STUCK 14m logs in b");
    expect(verdictOnClusters(t, matrixOf(clusters), 0).behind).toBe("2 of 4 clusters still run 3.0");
  });

  it("names the cause of the worst problem", () => {
    const cause = { fact: { kind: "imageFailed", reason: "ImagePullBackOff", subject: "logs:9" }, nodes: 3 } as const;
    const stuck = agentOf("logs", "3.1", { need: "stuck", underWay: true, cause });
    expect(verdictText(fine("a"), clusterOf("b", [stuck]))).toMatch(/^STUCK logs in b: .*logs:9.* on 3 nodes$/);
  });

  it("names NotReady nodes instead of an agent on them, unless an agent has a more urgent word", () => {
    const withUnreadyNodes = (name: string) => agentOf(name, "3.1", { need: "nodesUnready", about: 1 });
    const unready = { count: 1, isAtLeast: false, nodes: ["spot-07"], agents: 7, sinceMs: 1_000_000 - 18 * MINUTE_MS };
    const cluster = clusterOf("b", [withUnreadyNodes("cilium"), withUnreadyNodes("logs")], { unready });
    expect(verdictText(fine("a"), cluster)).toBe("DEGRADED 18m b: spot-07 is NotReady, 7 agents on it");
    const byHand = clusterOf("c", [agentOf("driver", "3.1", { need: "waitsForYou", about: 5 })]);
    expect(verdictText(fine("a"), cluster, byHand)).toContain("DEGRADED 18m b");
    expect(verdictText(fine("a"), byHand)).toBe("MANUAL driver in c");
    const failing = clusterOf("d", [agentOf("driver", "3.1", { need: "failing", about: 5 })]);
    expect(verdictText(fine("a"), cluster, failing)).toBe("FAILING driver in d");
  });

  it("of equal problems, names the one of a connected cluster, because the other may be over", () => {
    const failing = agentOf("logs", "3.1", { need: "failing", about: 2 });
    const silent = clusterOf("a", [failing], { hearing: "silent", silentMs: MINUTE_MS });
    expect(verdictText(silent, clusterOf("b", [failing]))).toBe("FAILING logs in b");
  });

  it("reports an old version if nothing else is wrong, and that all is well otherwise", () => {
    expect(verdictText(fine("a"), fine("b"), fine("c", "3.0"), fine("d", "2.9"))).toBe(
      "HEALTHY logs: 2 of 4 clusters still run 3.0 or older",
    );
    expect(verdictText(fine("a"), fine("b"))).toBe("HEALTHY 1 DaemonSet in 2 clusters");
  });

  it("reports that nothing is known if no cluster is connected", () => {
    expect(verdictText(clusterOf("a", [], { hearing: "silent" }), clusterOf("b", [], { hearing: "forbidden" }))).toBe(
      "UNREACHABLE all 2 clusters",
    );
  });
});

it("notes disconnected clusters with the time, uncounted clusters, and clusters without the common agent", () => {
  const clusters = [
    fine("a"),
    fine("b"),
    clusterOf("c", [agentOf("net", "1")]),
    clusterOf("d", [agentOf("logs", "3.1")], { hearing: "silent", silentMs: 3 * MINUTE_MS }),
    clusterOf("e", [], { hearing: "silent" }),
    clusterOf("f", [], { hearing: "forbidden" }),
    clusterOf("g", [], { hearing: "unusable" }),
  ];
  expect(clusterNotes(t, matrixOf(clusters), undefined, 2000).map(({ names, words }) => `${names.join(" ")} ${words}`)).toEqual([
    "d silent for 3m2s",
    "e unreachable since start",
    "f forbidden, not counted",
    "g cannot be used, not counted",
    "c has no logs",
  ]);
});

import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { resultText } from "./RecentChanges.tsx";
import { rowStatus } from "./row-status.ts";

const { t } = createTranslator();

const record = (concern: unknown, { available = 49, causes = [] as unknown[] } = {}) =>
  ({
    key: "d/a",
    concern,
    causes,
    hostPorts: [],
    underWay: false,
    strategy: "RollingUpdate",
    derived: {},
    reported: { desiredNumberScheduled: 49, numberAvailable: available, updatedNumberScheduled: 49, numberMisscheduled: 0 },
  }) as unknown as DaemonSetRecord;
const clauseOf = (...args: Parameters<typeof record>) => rowStatus(t, record(...args), 0).clause;

const UNREADY = { kind: "nodesUnready", stuck: false, detail: { kind: "nodesUnready", count: 1 }, nodes: ["spot-07"] };
const CAUSES = [{ state: "nodeUnready", count: 1, nodes: ["spot-07"], cause: { kind: "nodeNotReady" } }];

it("subtracts the pod of a NotReady node only if the available count is lower", () => {
  expect(clauseOf(UNREADY, { causes: CAUSES })).toBe("on NotReady spot-07");
  expect(clauseOf(UNREADY, { causes: CAUSES, available: 48 })).toBe("−1 on spot-07");
});

const IMAGE = { kind: "imageNotFound", subject: "registry.test/aws/aws-ebs-csi-driver:v1.52" };

it.each([
  ["waitsForYou", { kind: "outdated", count: 5 }, "5 old pods"],
  ["misscheduled", { kind: "misscheduled", count: 1, taint: "dedicated=db:NoSchedule" }, "1 on general-08"],
  ["misscheduled", { kind: "misscheduled", count: 2 }, "2 on general-08 and others"],
  ["failing", { kind: "failing", count: 6, cause: IMAGE }, "image v1.52 not found on 6 nodes"],
])("shortens the concern %s %j to %s", (kind, detail, clause) => {
  expect(clauseOf({ kind, stuck: false, detail, nodes: ["general-08"] })).toBe(clause);
});

it("shows how long a rollout took, and its state while it goes on or waits", () => {
  const failing = record({ kind: "failing", stuck: true, detail: { kind: "failing", count: 6, cause: IMAGE }, nodes: [] });
  expect(resultText(t, failing, {})).toBe("Stuck");
  expect(resultText(t, record(null), { fate: { kind: "reachedAll", nodes: 49, tookMs: 252_000 } })).toBe("4m12s");
  expect(resultText(t, record(null), {})).toBeUndefined();
});

import { readFileSync } from "node:fs";
import { putPod } from "@daemonscope/daemonset/model/cluster-event";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { serverOnManualTime } from "../api/context.fixture.ts";
import { kubePod } from "../cluster.fixture.ts";
import { alertMessage } from "./alert-message.ts";
import {
  type AlertState,
  type ClusterSample,
  evaluateAlerts,
  NO_ALERTS,
  NO_DATA_ALERT_MS,
  STALE_DATA_ALERT_MS,
} from "./evaluate-alerts.ts";

/** A real record without a concern; `failing` returns one with a concern. */
const FINE: DaemonSetRecord = (() => {
  const record = serverOnManualTime().model.reading.daemonSetRecord("kube-system/logs");
  if (record === undefined) throw new Error("there is no such DaemonSet");
  return { ...record, concern: null };
})();
const failing = (name = "logs", sinceMs = 5000): DaemonSetRecord => {
  const { model, daemonSet, tick } = serverOnManualTime();
  model.apply(putPod(kubePod(daemonSet, "n1", { waiting: "CrashLoopBackOff" })));
  tick();
  const { concern } = model.reading.daemonSetRecord("kube-system/logs") ?? FINE;
  if (concern === null) throw new Error("nothing is wrong with it");
  return { ...FINE, name, key: `kube-system/${name}`, uid: `uid-${name}`, concern: { ...concern, kind: "failing", stuck: false, sinceMs } };
};

/** Runs checks one after the other; returns the events of each as words. */
function runChecks(...samples: readonly (Partial<ClusterSample> & { readonly atS: number })[]) {
  let state: AlertState = NO_ALERTS(0);
  const notified = samples.map(({ atS, ...parts }) => {
    const sample = { cluster: "prod", nowMs: atS * 1000, isReady: true, reason: "no sign of life of pods", records: [FINE], ...parts };
    const { after, events } = evaluateAlerts(state, sample);
    state = after;
    return events.map((event) =>
      event.kind === "watching" ? "watching" : `${event.kind} ${event.alarm.alert} ${event.alarm.daemonSet?.name ?? ""}`.trim(),
    );
  });
  return { notified, state };
}

describe("notifications of alerts", () => {
  it("an alert is sent once at its start and once at its end", () => {
    const { notified } = runChecks(
      { atS: 1 },
      { atS: 2, records: [failing()] },
      { atS: 3, records: [failing("logs", 9000)] },
      { atS: 4 },
      { atS: 5 },
    );
    expect(notified).toEqual([["watching"], ["firing DaemonSetFailing logs"], [], ["resolved DaemonSetFailing logs"], []]);
  });

  it("a concern that turns into another one is not resolved in between", () => {
    const stuck = { ...failing(), concern: { ...failing().concern, stuck: true } } as DaemonSetRecord;
    const { notified } = runChecks({ atS: 1, records: [failing()] }, { atS: 2, records: [stuck] });
    expect(notified[1]).toEqual(["firing DaemonSetRolloutStuck logs", "resolved DaemonSetFailing logs"]);
  });

  it("a deleted DaemonSet has no alert", () => {
    expect(runChecks({ atS: 1, records: [failing()] }, { atS: 2, records: [] }).notified[1]).toEqual(["resolved DaemonSetFailing logs"]);
  });

  it("G40 while data are stale only that is sent, and other changes afterwards", () => {
    const old = { isReady: false, records: [] };
    const { notified } = runChecks(
      { atS: 1, records: [failing()] },
      { atS: 2, ...old },
      { atS: 1 + STALE_DATA_ALERT_MS / 1000, ...old },
      { atS: 60, ...old },
      { atS: 61, records: [failing("other")] },
    );
    expect(notified.slice(1)).toEqual([
      [],
      ["firing DaemonscopeDataOld"],
      [],
      ["firing DaemonSetFailing other", "resolved DaemonSetFailing logs", "resolved DaemonscopeDataOld"],
    ]);
  });

  it("sends an alert if nothing was read for five minutes after the start", () => {
    const unread = { isReady: false, records: [] };
    const { notified } = runChecks({ atS: 1, ...unread }, { atS: NO_DATA_ALERT_MS / 1000, ...unread }, { atS: 400 });
    expect(notified).toEqual([[], ["firing DaemonscopeBlind"], ["watching", "resolved DaemonscopeBlind"]]);
  });

  it("the key is the same after a restart and from another replica", () => {
    const [one, other] = [runChecks({ atS: 1, records: [failing()] }), runChecks({ atS: 999, records: [failing("logs", 7)] })];
    expect([...one.state.open.keys()]).toEqual([...other.state.open.keys()]);
  });

  it("each message matches deploy/webhook/message.schema.json", async () => {
    const schema = JSON.parse(readFileSync(new URL("../../../../deploy/webhook/message.schema.json", import.meta.url), "utf8")) as object;
    const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } } });
    app.post("/", { schema: { body: schema } }, async () => "ok");
    const sender = { cluster: "prod", page: "https://d.example" };
    const state = runChecks({ atS: 1, records: [failing()] }).state;
    const events = [
      ...evaluateAlerts(NO_ALERTS(0), { cluster: "prod", nowMs: 1, isReady: true, reason: "", records: [failing()] }).events,
      ...evaluateAlerts(state, { cluster: "prod", nowMs: 1, isReady: true, reason: "", records: [] }).events,
      ...evaluateAlerts(state, { cluster: "prod", nowMs: 99_000, isReady: false, reason: "old", records: [] }).events,
    ];
    expect(events.map(({ kind }) => kind)).toEqual(["watching", "firing", "resolved", "firing"]);
    for (const event of events) {
      const message = alertMessage(event, state, sender, 60_000);
      const { statusCode, body } = await app.inject({ method: "POST", url: "/", payload: message });
      expect(statusCode, body).toBe(200);
      expect((await app.inject({ method: "POST", url: "/", payload: { ...message, more: 1 } })).statusCode).toBe(400);
    }
    const [, firing] = events;
    if (firing === undefined) throw new Error("nothing fired");
    expect(alertMessage(firing, state, sender, 60_000)).toMatchObject({
      alarm: {
        summary: "FAILING: pods of kube-system/logs fail",
        cause: { kind: "crash", endsBy: "operator", byRevision: "yes", runbook: "https://d.example/docs/causes#crash" },
        page: "https://d.example/daemonsets/kube-system/logs",
        // The time when the problem was first seen, not its start: the page did not show it before.
        pageThen: "https://d.example/daemonsets/kube-system/logs?at=1970-01-01T00:00:00.001Z",
        runbook: "https://d.example/docs/alerts#daemonsetfailing",
      },
      openCount: 1,
    });
    expect(alertMessage(firing, state, { ...sender, page: undefined }, 60_000)).toMatchObject({
      alarm: { runbook: "docs/alerts.md#daemonsetfailing" },
    });
  });
});

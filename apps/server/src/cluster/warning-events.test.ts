import type { KubeEvent } from "@daemonscope/kube/objects";
import { describe, expect, it } from "vitest";
import { WarningEvents } from "./warning-events.ts";

const event = (uid: string, kind: string, name: string, lastSeen = "2026-01-01T00:00:00Z", namespace = "d"): KubeEvent => ({
  metadata: { name: `e-${uid}`, namespace, uid, resourceVersion: "1" },
  type: "Warning",
  reason: "Failed",
  message: "",
  involved: { kind, name },
  count: 1,
  lastSeen,
});
const isItsPod = (name: string) => /^logs-[a-z0-9]{5}$/.test(name);
const about = (events: WarningEvents) => events.about("d", "logs", isItsPod).map(({ metadata }) => metadata.uid);

describe("warning events", () => {
  it("are those of the DaemonSet and its pods, newest first, and an event that comes again is one", () => {
    const events = new WarningEvents();
    events.put(event("1", "Pod", "logs-abcde", "2026-01-01T00:00:01Z"));
    events.put(event("2", "DaemonSet", "logs", "2026-01-01T00:00:03Z"));
    events.put(event("3", "Pod", "logs-agent-abcde"));
    events.put(event("4", "Node", "logs"));
    events.put(event("5", "Pod", "logs-abcde", "2026-01-01T00:00:09Z", "another"));
    events.put(event("1", "Pod", "logs-abcde", "2026-01-01T00:00:05Z"));
    expect(about(events)).toEqual(["1", "2"]);
    events.drop("1");
    events.drop("nobody");
    expect(about(events)).toEqual(["2"]);
  });
  it("keep 500 for each DaemonSet, and a storm elsewhere pushes out nothing", () => {
    const events = new WarningEvents();
    events.put(event("mine", "DaemonSet", "logs"));
    for (let at = 0; at < 5000; at++) events.put(event(`storm-${at}`, "Pod", "storm-abcde"));
    expect(about(events)).toEqual(["mine"]);
    expect(events.about("d", "storm", () => true)).toHaveLength(500);
  });
  it("forget the DaemonSet that was silent longest when there are thousands", () => {
    const events = new WarningEvents();
    for (let at = 0; at < 2001; at++) events.put(event(`u-${at}`, "DaemonSet", at === 0 ? "logs" : `set-${at}`));
    expect(about(events)).toEqual([]);
    expect(events.about("d", "set-1", isItsPod)).toHaveLength(1);
  });
});

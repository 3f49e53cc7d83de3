import { type PodFacts, podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import type { LogMessage } from "@daemonscope/shared/http/logs";
import { describe, expect, it, test } from "vitest";
import { kubeDaemonSet, kubePod } from "../../cluster.fixture.ts";
import { type LogStreamReader, linesAfter, type PodLocation, PodLogFollower } from "./pod-log-follower.ts";

const daemonSet = kubeDaemonSet("logs");
function on(node: string, suffix: string, more: Partial<PodFacts> = {}): PodLocation {
  const facts = podFactsOf(kubePod(daemonSet, node, { suffix }));
  if (facts === undefined) throw new Error("a daemon pod has facts");
  return { node, pod: { ...facts, ...more } };
}

/** Containers whose output a test controls. */
function played({ places = 100, isInit = false, leftOut = [] as readonly PodLocation[] } = {}) {
  const sent: LogMessage[] = [];
  const readings = new Map<string, LogStreamReader & { readonly end: (problem?: string) => void }>();
  let pods: readonly PodLocation[] = [];
  let free = places;
  const followed = new PodLogFollower(
    {
      container: "agent",
      isInit,
      take: () => {
        if (free === 0) return undefined;
        free--;
        return () => {
          free++;
        };
      },
      read: (reading) =>
        new Promise((done) => {
          readings.set(reading.stream.pod, { ...reading, end: done });
          reading.signal.addEventListener("abort", () => done(undefined));
        }),
      send: async (message) => void sent.push(message),
      podNow: ({ pod }) => pods.find(({ pod: { uid } }) => uid === pod.uid)?.pod,
      nowMs: () => 7000,
    },
    leftOut,
  );
  const stream = (pod: string) => {
    const reading = readings.get(`logs-${pod}`);
    if (reading === undefined) throw new Error(`nobody reads ${pod}`);
    return reading;
  };
  return {
    followed,
    stream,
    isRead: (pod: string) => readings.has(`logs-${pod}`),
    free: () => free,
    begin(...first: PodLocation[]) {
      pods = [...first, ...leftOut];
      followed.begin(
        first,
        first.map(() => () => undefined),
      );
    },
    async setPods(...now: PodLocation[]) {
      pods = now;
      await followed.setPods(now);
    },
    takeSent: async () => {
      await new Promise((done) => setImmediate(done));
      return sent.splice(0);
    },
  };
}

describe("the followed pods of a DaemonSet", () => {
  it("are added on arrival and replace the previous pod of their node, whose end is sent", async () => {
    const { begin, setPods, stream, takeSent } = played();
    begin(on("n1", "a"), on("n2", "b"));
    await setPods(on("n1", "a", { deletingSinceMs: 1 }), on("n2", "b"));
    stream("a").end();
    await stream("b").onLines(["2026-01-01T00:00:01Z hello"]);
    expect(await takeSent()).toEqual([
      { kind: "lines", stream: 1, lines: ["2026-01-01T00:00:01Z hello"] },
      { kind: "ended", stream: 0, problem: undefined, isLeaving: true, at: 7000 },
    ]);
    await setPods(on("n1", "c"), on("n2", "b"));
    expect(await takeSent()).toEqual([
      { kind: "joined", stream: 2, opened: { pod: "logs-c", node: "n1", container: "agent" }, after: 0, at: 7000 },
    ]);
    expect(stream("c").isLater).toBe(true);
    await setPods(on("n1", "c"), on("n2", "b"), on("n3", "d"));
    expect(await takeSent()).toMatchObject([{ kind: "joined", stream: 3, after: undefined }]);
  });

  it("end without a problem if their pod is gone and the kubelet is silent", async () => {
    const { begin, setPods, takeSent } = played();
    begin(on("n1", "a"));
    await setPods();
    expect(await takeSent()).toEqual([{ kind: "ended", stream: 0, problem: undefined, isLeaving: true, at: 7000 }]);
  });

  it("are not requested before they start, unless something is wrong, and are requested again after a change", async () => {
    const { begin, setPods, stream, isRead, takeSent } = played();
    const reason = { kind: "reason", reason: "ImagePullBackOff" } as const;
    begin();
    await setPods(on("n1", "a", { phase: "Pending" }));
    expect(isRead("a")).toBe(false);
    await setPods(on("n1", "a", { phase: "Pending", reason }));
    stream("a").end("waiting to start");
    expect(await takeSent()).toMatchObject([{ kind: "joined" }, { kind: "ended", problem: "waiting to start", isLeaving: false }]);
    await setPods(on("n1", "a", { phase: "Pending", reason, restarts: 1 }));
    stream("a").end("waiting to start");
    expect(await takeSent()).toEqual([]);
    await setPods(on("n1", "a"));
    await stream("a").onOpen();
    expect(await takeSent()).toEqual([{ kind: "resumed", stream: 0, at: 7000 }]);
    const waits = played({ isInit: true });
    await waits.setPods(on("n1", "a", { phase: "Pending" }));
    expect(waits.isRead("a")).toBe(true);
  });

  it("are followed again after a restart of their container, without repeated lines", async () => {
    const { begin, setPods, stream, takeSent } = played();
    begin(on("n1", "a"));
    await stream("a").onLines(["2026-01-01T00:00:01Z last words"]);
    stream("a").end();
    expect(await takeSent()).toMatchObject([{ kind: "lines" }, { kind: "ended", isLeaving: false }]);
    await setPods(on("n1", "a", { ready: false }));
    await setPods(on("n1", "a", { restarts: 1 }));
    await stream("a").onOpen();
    await stream("a").onLines(["2026-01-01T00:00:01Z last words", "2026-01-01T00:00:09Z begun"]);
    expect(await takeSent()).toEqual([
      { kind: "resumed", stream: 0, at: 7000 },
      { kind: "lines", stream: 0, lines: ["2026-01-01T00:00:09Z begun"] },
    ]);
  });

  it("G13 are limited; those beyond are counted, and those omitted at the start stay out", async () => {
    const out = on("n0", "out");
    const { begin, setPods, stream, free, isRead, takeSent } = played({ places: 1, leftOut: [out] });
    begin();
    await setPods(out, on("n1", "a"), on("n2", "b"));
    expect([free(), isRead("out"), isRead("b")]).toEqual([0, false, false]);
    expect(await takeSent()).toMatchObject([{ kind: "joined" }, { kind: "leftOut", count: 2 }]);
    stream("a").end();
    await takeSent();
    await setPods(out, on("n2", "b"));
    expect(isRead("b")).toBe(true);
    expect(await takeSent()).toMatchObject([{ kind: "ended", isLeaving: true }, { kind: "joined" }, { kind: "leftOut", count: 1 }]);
  });

  it("G13 free every slot if their reader disconnects", async () => {
    const { setPods, followed, free, takeSent } = played({ places: 2 });
    await setPods(on("n1", "a"), on("n2", "b"));
    await takeSent();
    followed.close();
    expect([await takeSent(), free()]).toEqual([[], 2]);
    await setPods(on("n3", "c"));
    expect([await takeSent(), free()]).toEqual([[], 2]);
  });
});

describe("linesAfter", () => {
  test("returns only newer lines of a log read again; a line without a time follows the one before", () => {
    const lines = ["2026-01-01T00:00:01Z a", "no time", "2026-01-01T00:00:01.5Z b", "nor here", "2026-01-01T00:00:01.25Z late"];
    expect(linesAfter(lines, "2026-01-01T00:00:01")).toEqual({ news: lines.slice(2), newest: "2026-01-01T00:00:01.5" });
    expect(linesAfter(lines, "2026-01-01T00:00:01.5")).toEqual({ news: [], newest: "2026-01-01T00:00:01.5" });
    expect(linesAfter(lines, "").news).toEqual(lines);
  });
});

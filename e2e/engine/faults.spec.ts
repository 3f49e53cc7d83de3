import { expect, type Page, test } from "@playwright/test";
import type { CollectorProcess } from "./collector-process.ts";
import { engineRequest } from "./engine-request.ts";
import { type EngineStage, type EngineWay, HOUR_MS, startEngineStage, type Viewed } from "./engine-stage.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** The page must report a fault within this time. */
const SHOWN_WITHIN_MS = 2000;
/** The duration of a takeover: three seconds without a heartbeat, and the claim. */
const TAKEOVER_MS = 5000;
/** Additional time for Chromium and a busy machine. */
const SLACK_MS = 1000;
const STREAM = "daemonscope-eu1";

let stage: EngineStage;
let engineWayOfA: EngineWay;
let a: Viewed;
let b: Viewed;
let writer: CollectorProcess;
let toPage: TcpProxy;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stage = await startEngineStage();
  writer = stage.collect();
  await writer.waitForOutput("eu1: writing");
  engineWayOfA = await stage.way();
  // Both viewers are one address to browsers.
  toPage = await startTcpProxy(1);
  const published = ["--public-url", `http://127.0.0.1:${toPage.port}`];
  a = await stage.view(engineWayOfA, published);
  b = await stage.view(undefined, published);
  toPage.leadTo(portOf(a));
  await a.observer.until("the agent is seen", () => a.observer.record("default/agent")?.reported.numberAvailable === 4);
});
test.afterAll(async () => {
  await toPage?.stop();
  await stage?.stop();
});

const portOf = ({ viewer }: Viewed) => Number(new URL(viewer.url).port);
const chip = (page: Page) => page.getByRole("status", { name: /Freshness/ });
const expectLive = (page: Page) => expect(chip(page)).toHaveAttribute("data-freshness", "live", { timeout: 15_000 });
/** Expects the page to show this freshness, with an alert that has these words, within the time. */
async function expectFreshness(page: Page, kind: "stale" | "disconnected", words: RegExp, withinMs = SHOWN_WITHIN_MS): Promise<void> {
  const beganMs = performance.now();
  await expect(chip(page)).toHaveAttribute("data-freshness", kind, { timeout: withinMs + SLACK_MS });
  await expect(page.getByRole("alert")).toContainText(words);
  test.info().annotations.push({ type: "said", description: `${kind} after ${Math.round(performance.now() - beganMs)} ms` });
}
const open = async (page: Page, viewed: Viewed) => {
  toPage.leadTo(portOf(viewed));
  await page.goto(`http://127.0.0.1:${toPage.port}/clusters/eu1/`);
  await expectLive(page);
};
const handedOver = async ({ viewer }: Viewed) => {
  const answer = await fetch(`${viewer.url}/clusters/eu1/api/history`);
  const { happenings } = (await answer.json()) as { happenings: readonly { readonly kind: string }[] };
  return happenings.filter(({ kind }) => kind === "handedOver").length;
};
/** Waits for a standby collector, which takes over when the writer ends. */
async function waitForStandby(collector: CollectorProcess): Promise<CollectorProcess> {
  await collector.waitForOutput("eu1: standing by");
  return collector;
}
/** Checks that an event changes no epoch and causes no resync. */
async function unbroken(act: () => Promise<void>): Promise<void> {
  const before = [a, b].map(({ observer }) => [observer.state().epoch, observer.resyncs()]);
  await act();
  expect([a, b].map(({ observer }) => [observer.state().epoch, observer.resyncs()])).toEqual(before);
}

test("the writer is killed: the page reports it, another takes over, and the timeline has a mark", async ({ page }) => {
  await unbroken(async () => {
    const next = await waitForStandby(stage.collect());
    await open(page, a);
    const before = await handedOver(a);
    writer.kill();
    await expectFreshness(page, "stale", /the collector of eu1 does not respond/);
    await next.waitForOutput("eu1: writing", 1, TAKEOVER_MS);
    writer = next;
    await expectLive(page);
    await stage.rolledOut(await stage.roll(), [a, b]);
    expect(await handedOver(a)).toBe(before + 1);
  });
});

test("the engine that leads the stream is killed: nothing is lost, and the page is live again", async ({ page }) => {
  await unbroken(async () => {
    await open(page, b);
    const leader = await stage.servers.leaderOf(STREAM);
    await stage.servers.kill(leader);
    await stage.rolledOut(await stage.roll(), [a, b]);
    await expectLive(page);
    await stage.servers.restart(leader);
    await stage.alike([a, b]);
  });
});

test("two engines of three are gone: the page reports that nothing is stored, and continues when one is back", async ({ page }) => {
  await unbroken(async () => {
    await open(page, b);
    const kept = await stage.servers.leaderOf(STREAM);
    const [one = 0, two = 0] = [0, 1, 2].filter((at) => at !== kept);
    await stage.servers.kill(one);
    await stage.servers.kill(two);
    const generation = await stage.roll();
    // Clients of the failed engine must reconnect first.
    await expectFreshness(page, "stale", /does not keep what the collector of eu1 tells|cannot be reached/, 6000);
    await stage.servers.restart(one);
    await stage.rolledOut(generation, [a, b]);
    await expectLive(page);
    await stage.servers.restart(two);
  });
});

test("a viewer is killed: a page continues at another with its cursor, and the viewer returns with the same state", async ({ page }) => {
  await open(page, a);
  const keyframes = toPage.asked("GET /clusters/eu1/api/keyframe");
  expect(keyframes).toBeGreaterThan(0);
  a.observer.close();
  await a.viewer.kill();
  toPage.leadTo(portOf(b));
  await expectLive(page);
  const generation = await stage.roll();
  await stage.rolledOut(generation, [b]);
  await expectLive(page);
  expect(toPage.asked("GET /clusters/eu1/api/keyframe"), "it needed no whole state").toBe(keyframes);
  a = await stage.view(engineWayOfA, ["--public-url", `http://127.0.0.1:${toPage.port}`]);
  await stage.rolledOut(generation, [a, b]);
});

for (const how of ["cut", "swallow"] as const) {
  test(`between a viewer and the engines the network is ${how === "cut" ? "cut" : "silent"}: its page reports it, and misses nothing`, async ({
    page,
  }) => {
    await unbroken(async () => {
      await open(page, a);
      for (const proxy of engineWayOfA.each) proxy[how]();
      await expectFreshness(page, "stale", how === "cut" ? /the engine at .* cannot be reached/ : /does not respond|cannot be reached/);
      const generation = await stage.roll();
      await stage.rolledOut(generation, [b]);
      for (const proxy of engineWayOfA.each) proxy.heal();
      await stage.rolledOut(generation, [a, b]);
      await expectLive(page);
    });
  });

  test(`between the writer and the engines the network is ${how === "cut" ? "cut" : "silent"}: another takes over, and the writer is fenced`, async ({
    page,
  }) => {
    await unbroken(async () => {
      await open(page, b);
      const way = await stage.way();
      const behind = await waitForStandby(stage.collect({ way }));
      writer.kill();
      await behind.waitForOutput("eu1: writing", 1, TAKEOVER_MS);
      await expectLive(page);
      writer = await waitForStandby(stage.collect());
      for (const proxy of way.each) proxy[how]();
      await expectFreshness(page, "stale", /the collector of eu1 does not respond/);
      await writer.waitForOutput("eu1: writing", 1, TAKEOVER_MS);
      const generation = await stage.roll();
      await stage.rolledOut(generation, [a, b]);
      for (const proxy of way.each) proxy.heal();
      await behind.waitForOutput("eu1: another collector writes now");
      await behind.waitForOutput("eu1: standing by", 2);
      await stage.alike([a, b]);
      await behind.stop();
    });
  });
}

test("without a standby, a writer cut off from the engines continues where it was, and loses nothing", async ({ page }) => {
  await unbroken(async () => {
    await open(page, b);
    const way = await stage.way();
    const behind = await waitForStandby(stage.collect({ way }));
    writer.kill();
    await behind.waitForOutput("eu1: writing", 1, TAKEOVER_MS);
    writer = behind;
    for (const proxy of way.each) proxy.cut();
    const generation = await stage.roll();
    await expectFreshness(page, "stale", /the collector of eu1 does not respond/);
    await stage.eu1.mustKubectl(["rollout", "status", "ds/agent", "--timeout=60s"]);
    for (const proxy of way.each) proxy.heal();
    await stage.rolledOut(generation, [a, b]);
    await expectLive(page);
    expect(behind.output()).not.toContain("another collector writes now");
  });
});

test("between the writer and the API server the network is cut: the page reports it, and a standby takes over", async ({ page }) => {
  await unbroken(async () => {
    const toApi = await startTcpProxy(stage.apiPort());
    try {
      await open(page, b);
      const behind = await waitForStandby(stage.collect({ kubeconfig: stage.throughProxy(toApi) }));
      writer.kill();
      await behind.waitForOutput("eu1: writing", 1, TAKEOVER_MS);
      await expectLive(page);
      toApi.cut();
      await expectFreshness(page, "disconnected", /The API server cannot be read/);
      writer = await waitForStandby(stage.collect());
      await writer.waitForOutput("eu1: writing", 1, 15_000);
      await behind.waitForOutput("eu1: another collector writes now");
      await expectLive(page);
      await stage.rolledOut(await stage.roll(), [a, b]);
      await behind.stop();
    } finally {
      await toApi.stop();
    }
  });
});

test("between the browser and its viewer the network is cut: the page reports it, and continues with its cursor", async ({ page }) => {
  await open(page, b);
  const keyframes = toPage.asked("GET /clusters/eu1/api/keyframe");
  toPage.cut();
  await expectFreshness(page, "disconnected", /The Daemonscope server does not answer/);
  const generation = await stage.roll();
  await stage.rolledOut(generation, [a, b]);
  toPage.heal();
  await expectLive(page);
  expect(toPage.asked("GET /clusters/eu1/api/keyframe"), "it needed no whole state").toBe(keyframes);
});

test("between the browser and its viewer all packets are dropped: the page reports it after two heartbeats", async ({ page }) => {
  await open(page, b);
  toPage.swallow();
  await expectFreshness(page, "stale", /The Daemonscope server has gone silent/, 10_500);
  const generation = await stage.roll();
  await stage.rolledOut(generation, [a, b]);
  toPage.heal();
  await expectLive(page);
});

test("the stream is full: the page reports it, and nothing is missing once there is space again", async ({ page }) => {
  await unbroken(async () => {
    await open(page, b);
    const [url = ""] = stage.servers.url.split(",");
    const { config, state } = (await engineRequest(url, `$JS.API.STREAM.INFO.${STREAM}`)) as {
      config: Readonly<Record<string, unknown>>;
      state: { readonly bytes: number };
    };
    await engineRequest(url, `$JS.API.STREAM.UPDATE.${STREAM}`, { ...config, discard: "new", max_bytes: state.bytes });
    const generation = await stage.roll();
    await expectFreshness(page, "stale", /the engine does not keep what the collector of eu1 tells \(maximum bytes exceeded\)/);
    await stage.eu1.mustKubectl(["rollout", "status", "ds/agent", "--timeout=60s"]);
    await engineRequest(url, `$JS.API.STREAM.UPDATE.${STREAM}`, config);
    await stage.rolledOut(generation, [a, b]);
    await expectLive(page);
  });
});

for (const ahead of ["ahead", "behind"] as const) {
  test(`the clock of the writer's machine is an hour ${ahead}: times are the API server's, before and after a takeover`, async ({
    page,
  }) => {
    await unbroken(async () => {
      await open(page, b);
      const offMs = () => Math.abs(b.observer.state().at - Date.now());
      const wrong = await waitForStandby(stage.collect({ clockAheadMs: ahead === "ahead" ? HOUR_MS : -HOUR_MS }));
      await wrong.waitForOutput(`${ahead === "ahead" ? "ahead of" : "behind"} that of the API server, which is used`);
      writer.kill();
      await wrong.waitForOutput("eu1: writing", 1, TAKEOVER_MS);
      await stage.rolledOut(await stage.roll(), [a, b]);
      expect(offMs()).toBeLessThan(10_000);
      writer = await waitForStandby(stage.collect());
      wrong.kill();
      await writer.waitForOutput("eu1: writing", 1, TAKEOVER_MS);
      await stage.rolledOut(await stage.roll(), [a, b]);
      expect(offMs()).toBeLessThan(10_000);
      await expectLive(page);
    });
  });
}

test("a viewer suspended beyond retention starts at the newest checkpoint of the same log", async ({ page }) => {
  await open(page, a);
  const { epoch } = a.observer.state();
  a.viewer.freeze();
  let generation = await stage.roll();
  await stage.rolledOut(generation, [b]);
  const [url = ""] = stage.servers.url.split(",");
  await engineRequest(url, `$JS.API.STREAM.PURGE.${STREAM}`);
  // The writer detects that no reader could start, and writes a checkpoint.
  await expect
    .poll(async () => (await engineRequest(url, `$JS.API.STREAM.INFO.${STREAM}`)).state, { timeout: 25_000 })
    .toMatchObject({
      messages: expect.any(Number),
      num_subjects: expect.any(Number),
    });
  generation = await stage.roll();
  await stage.rolledOut(generation, [b]);
  a.viewer.thaw();
  await stage.rolledOut(generation, [a, b]);
  expect(a.observer.state().epoch).toBe(epoch);
  await expectLive(page);
  const c = await stage.view();
  await stage.alike([a, b, c]);
});

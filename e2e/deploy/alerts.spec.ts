import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type Daemonscope, startSimulated } from "../daemonscope.ts";
import { type RunningPrometheus, startPrometheus } from "./prometheus.ts";
import { cannotRun, measured } from "./step.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "deploy", "prometheus");

const needs = (program: string) =>
  spawnSync(program, ["--version"]).status === 0 ? undefined : cannotRun(`there is no ${program}: apt-get install prometheus`);

/** The alert for each value of `data-need` on the page. Other values need no operator. */
const ALERT_OF: Readonly<Record<string, string>> = {
  stuck: "DaemonSetRolloutStuck",
  breaks: "DaemonSetMayBreakNodes",
  stalled: "DaemonSetStalled",
  failing: "DaemonSetFailing",
  dropped: "DaemonSetDesiredFell",
  unavailable: "DaemonSetUnavailable",
  blocked: "DaemonSetCannotSurge",
  nodesUnready: "DaemonSetNodesNotReady",
  misscheduled: "DaemonSetMisscheduled",
};

/** Stories, the seconds for which each is played, and the alert that must fire; undefined: none may fire. */
const STORIES = [
  ["T13", "full-node", 180, "DaemonSetRolloutStuck default/scanner"],
  ["T14", "host-port", 180, "DaemonSetRolloutStuck default/vendor-exporter"],
  ["T19", "bad-image", 220, "DaemonSetRolloutStuck kube-system/fluentd-elasticsearch"],
  ["T20", "driver-breaks-nodes", 180, "DaemonSetMayBreakNodes gpu-operator/nvidia-driver"],
  ["T21", "label-flip", 200, "DaemonSetDesiredFell logging/log-shipper"],
  ["T7", "min-ready-seconds", 60, undefined],
  ["T8", "image-update", 120, undefined],
  ["T9", "on-delete", 120, undefined],
  ["T15", "static-pods", 60, undefined],
] as const;

const STEP_SECONDS = 5;

/** Returns the fleet's rows that need an operator, as alerts: `NAME namespace/name`. */
async function alarmsOn(page: Page): Promise<readonly string[]> {
  const rows = await page
    .locator("[data-need]")
    .evaluateAll((all) => all.map((row) => [row.getAttribute("data-need") ?? "", row.getAttribute("data-key") ?? ""] as const));
  return rows.flatMap(([need, key]) => (ALERT_OF[need] === undefined ? [] : [`${ALERT_OF[need]} ${key}`])).sort();
}

const firing = async (prometheus: RunningPrometheus): Promise<readonly string[]> =>
  (await prometheus.alerts())
    .filter(({ state }) => state === "firing")
    .map(({ labels }) => `${labels.alertname} ${labels.namespace}/${labels.daemonset}`)
    .sort();

test("promtool accepts the alert rules and passes their tests", () => {
  needs("promtool");
  const run = (...args: string[]) => spawnSync("promtool", args, { cwd: FOLDER, encoding: "utf8" });
  for (const args of [
    ["check", "rules", "alerts.yaml"],
    ["test", "rules", "alerts.test.yaml"],
  ]) {
    const { status, stdout, stderr } = run(...args);
    expect(status, stdout + stderr).toBe(0);
  }
});

test.describe("alerts agree with the page", () => {
  let product: Daemonscope | undefined;
  let prometheus: RunningPrometheus | undefined;
  test.beforeAll(async () => {
    if (spawnSync("prometheus", ["--version"]).status !== 0) return;
    product = await startSimulated("hw-rng");
    prometheus = await startPrometheus(product.url, join(FOLDER, "alerts.yaml"));
  });
  test.afterAll(async () => {
    await prometheus?.stop();
    await product?.stop();
  });

  for (const [story, name, seconds, expected] of STORIES)
    test(`${story} ${expected === undefined ? "fires none" : `fires ${expected.split(" ")[0]} within a scrape of the alarm on the page, and resolves it with that alarm`}`, async ({
      page,
    }) => {
      needs("prometheus");
      if (product === undefined || prometheus === undefined) throw new Error("neither was started");
      const [scope, watched] = [product, prometheus];
      await scope.story(name);
      await page.goto(scope.url);
      await expect(page.getByRole("table", { name: "DaemonSets" })).toBeVisible();
      const fired = new Set<string>();
      const links = new Set<string | undefined>();
      for (let at = 0; at < seconds; at += STEP_SECONDS) {
        await scope.advance(STEP_SECONDS * 1000, 1000);
        // The page and Prometheus receive a change at different times: by a frame, and by the next scrape.
        await expect(async () => expect(await firing(watched), `${at + STEP_SECONDS} s`).toEqual(await alarmsOn(page))).toPass({
          timeout: 5000,
        });
        for (const each of await firing(watched)) fired.add(each);
        for (const { labels, annotations } of await watched.alerts())
          if (`${labels.alertname} ${labels.namespace}/${labels.daemonset}` === expected) links.add(annotations.dashboard_then);
      }
      if (expected === undefined) expect([...fired]).toEqual([]);
      else {
        expect([...fired]).toContain(expected);
        expect([...links].join(), "one moment, however often it was looked at").toMatch(/^http:[^,]+\?at=\d{13}$/);
        await expect.poll(async () => (await firing(watched)).includes(expected), { message: "resolved" }).toBe(false);
      }
      measured(fired.size === 0 ? "none" : [...fired].join("; "));
    });
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type Daemonscope, startSimulated } from "../daemonscope.ts";
import { type RecordedCase, serveCase } from "../recorded-case.ts";

interface Fixtures {
  /**
   * Starts a scenario on virtual time, on the server that all tests of a worker share. For flags, or for two servers in
   * a test, use `simulateAlone`.
   */
  readonly simulate: (scenario: string, ...more: string[]) => Promise<Daemonscope>;
  /**
   * Returns the URL of a scenario after `afterMs` of virtual time, in steps of a second. Consecutive tests with the
   * same arguments share the cluster, because simulating its past takes seconds. The tests must not change it.
   */
  readonly simulateReadOnly: (scenario: string, afterMs?: number) => Promise<Pick<Daemonscope, "url">>;
  /** Simulates in a separate process that a test may kill; the process ends with the test. */
  readonly simulateAlone: (scenario: string, ...more: string[]) => Promise<Daemonscope>;
  /** Serves the recorded objects of a case of the command line; it ends with the test. */
  readonly recordedCase: (...parameters: Parameters<typeof serveCase>) => Promise<Pick<RecordedCase, "url">>;
}

/** The server of a worker. */
interface Shared {
  readonly start: () => Promise<Daemonscope>;
  /** The story and its time, undefined once a test may have changed it. */
  unchanged: string | undefined;
}

interface WorkerFixtures {
  readonly shared: Shared;
}

/** Messages of Chromium about violations of the Content-Security-Policy. */
const FORBIDDEN = /Content Security Policy|Trusted(?:HTML|Script|ScriptURL| Types)/;

/** The routes that change what is simulated. */
const CHANGING = /\/api\/(?:lab\/|actions(?:\/batch)?$)/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  // In every test, the pages violate none of the server's security headers.
  context: async ({ context }, use) => {
    const violations: string[] = [];
    context.on("console", (message) => {
      if (FORBIDDEN.test(message.text())) violations.push(`${message.page()?.url()}: ${message.text()}`);
    });
    await use(context);
    expect(violations).toEqual([]);
  },
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      let started: Promise<Daemonscope> | undefined;
      const start = () => {
        started ??= startSimulated("hw-rng");
        return started;
      };
      await use({ start, unchanged: undefined });
      await (await started)?.stop();
    },
    { scope: "worker" },
  ],
  simulate: async ({ shared, simulateAlone }, use) => {
    await use(async (scenario, ...more) => {
      if (more.length > 0) return simulateAlone(scenario, ...more);
      shared.unchanged = undefined;
      const product = await shared.start();
      await product.story(scenario);
      return product;
    });
  },
  simulateReadOnly: async ({ shared, context }, use) => {
    const changes: string[] = [];
    context.on("request", (request) => {
      if (request.method() === "POST" && CHANGING.test(new URL(request.url()).pathname)) changes.push(request.url());
    });
    await use(async (scenario, afterMs = 0) => {
      const product = await shared.start();
      const requested = `${scenario} ${afterMs}`;
      if (shared.unchanged !== requested) {
        shared.unchanged = undefined;
        await product.story(scenario);
        await product.advance(afterMs, 1000);
        shared.unchanged = requested;
      }
      return { url: product.url };
    });
    expect(changes, "a test that changes its cluster needs `simulate`").toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  simulateAlone: async ({}, use) => {
    const started: Daemonscope[] = [];
    await use(async (scenario, ...more) => {
      const product = await startSimulated(scenario, ...more);
      started.push(product);
      return product;
    });
    for (const product of started) await product.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  recordedCase: async ({}, use) => {
    const served: RecordedCase[] = [];
    await use(async (...parameters) => {
      const recorded = await serveCase(...parameters);
      served.push(recorded);
      return recorded;
    });
    for (const recorded of served) await recorded.stop();
  },
});

export { expect };

const COUNTS = ["DESIRED", "CURRENT", "READY", "UP-TO-DATE", "AVAILABLE"];

/** Returns the five counts of the flow as the page shows them. */
export async function countsOn(page: Page): Promise<string> {
  const names = page.getByRole("region", { name: "Rollout" }).locator("[data-count-name]");
  await names.nth(COUNTS.length - 1).waitFor();
  const shown = await names.evaluateAll((all) => all.map((name) => [name.textContent, name.getAttribute("data-count")] as const));
  const counts = new Map(shown);
  return COUNTS.map((name) => counts.get(name) ?? "?").join(" ");
}

/**
 * Advances the time in steps of a quarter of a second until the locator is visible. Each step has time to be drawn, so
 * that a state of one second is not missed.
 */
export async function advanceUntil(product: Daemonscope, shown: Locator): Promise<void> {
  await expect(async () => {
    await product.advance(250, 250);
    await expect(shown).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000, intervals: [0] });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    options: object,
  ): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] }>;
}

/**
 * Returns axe's violations, one line per rule; `rules` limits them. A page loads axe once, because loading takes longer
 * than most checks.
 */
export async function violationsOn(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { readonly axe: Axe };
    const found = await axe.run({
      resultTypes: ["violations"],
      preload: false,
      ...(only.length === 0 ? {} : { runOnly: { type: "rule", values: only } }),
    });
    return found.violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }));
  }, rules);
  return violations.map(({ id, html }) => `${id}: ${html.join(" | ").slice(0, 400)}`);
}

/** Expects no violation of a rule of axe, once the page is complete. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator("main")).toBeVisible();
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  // A panel is translucent until its animation ends.
  const panels = () =>
    page.evaluate(
      () => document.getAnimations().filter((each) => each instanceof CSSAnimation && each.animationName.includes("panel")).length,
    );
  await expect.poll(panels).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
}

export const verdict = (page: Page) => page.getByRole("heading", { level: 1 });
/** Filters the list of the page by a text, through the palette. */
export async function filterList(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await palette.getByRole("combobox").fill(text);
  await palette.getByRole("option", { name: /Filter the list/ }).click();
}

export const freshness = (page: Page) => page.getByRole("status", { name: /Freshness/ });

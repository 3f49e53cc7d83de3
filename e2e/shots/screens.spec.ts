import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "pictures");

interface Screen {
  readonly name: string;
  readonly scenario: string;
  /** Cluster time that passes before the picture. */
  readonly afterMs: number;
  readonly path: string;
  readonly theme?: "dark" | "light";
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /** A button that is pressed first. */
  readonly opens?: RegExp;
}

const SCREENS: readonly Screen[] = [
  { name: "rollout-dark", scenario: "tour", afterMs: 12_000, path: "/daemonsets/logging/fluent-bit" },
  { name: "rollout-light", scenario: "tour", afterMs: 12_000, path: "/daemonsets/logging/fluent-bit", theme: "light" },
  { name: "rollout-390", scenario: "tour", afterMs: 12_000, path: "/daemonsets/logging/fluent-bit", width: 390, height: 844 },
  { name: "rollout-reduced-motion", scenario: "tour", afterMs: 12_000, path: "/daemonsets/logging/fluent-bit", reducedMotion: true },
  { name: "fleet-dark", scenario: "tour", afterMs: 12_000, path: "/" },
  { name: "fleet-light", scenario: "tour", afterMs: 12_000, path: "/", theme: "light" },
  { name: "fleet-390", scenario: "tour", afterMs: 12_000, path: "/", width: 390, height: 844 },
  { name: "why-dark", scenario: "control-plane-taint", afterMs: 1000, path: "/daemonsets/default/redis-ds?node=control-plane" },
  { name: "stuck-dark", scenario: "bad-image", afterMs: 90_000, path: "/daemonsets/kube-system/fluentd-elasticsearch" },
  { name: "surge-dark", scenario: "surge", afterMs: 6500, path: "/daemonsets/default/agent" },
  { name: "lab-dark", scenario: "image-update", afterMs: 9000, path: "/daemonsets/kube-system/fluentd-elasticsearch", opens: /^Lab/ },
  { name: "node-dark", scenario: "tour", afterMs: 12_000, path: "/nodes/general-08" },
];

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("status", { name: /Freshness/ })).toHaveAttribute("data-freshness", "live");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

for (const screen of SCREENS)
  test(`a picture of ${screen.name}`, async ({ browser }) => {
    mkdirSync(FOLDER, { recursive: true });
    const product = await startDaemonscope([`--simulate=${screen.scenario}`, "--clock=manual", "--seed", "7"]);
    const context = await browser.newContext({
      viewport: { width: screen.width ?? 1440, height: screen.height ?? 900 },
      colorScheme: screen.theme ?? "dark",
      ...(screen.reducedMotion === true ? { reducedMotion: "reduce" as const } : {}),
    });
    const page = await context.newPage();
    await product.advance(Math.max(0, screen.afterMs - 1000), 500);
    await page.goto(product.url + screen.path);
    await settled(page);
    if (screen.opens !== undefined) await page.getByRole("button", { name: screen.opens }).click();
    await product.advance(1000, 250);
    await settled(page);
    // Whatever moves comes to rest: cells and dots take 240 ms.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
    await page.screenshot({ path: join(FOLDER, `${screen.name}.png`) });
    await context.close();
    await product.stop();
  });

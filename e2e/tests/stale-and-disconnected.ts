import type { Language } from "@daemonscope/kube/base/languages";
import type { Page } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { expect } from "./fixtures.ts";
import { type Theme, violationsIn } from "./themes.ts";

const PATHS = ["/", "/daemonsets/kube-system/fluentd-elasticsearch", "/nodes/worker-01"];

/** Returns axe's violations on three pages: first without the permission for pods, then without the API server. */
export async function violationsWithoutCluster(
  page: Page,
  languages: readonly Language[],
  themesIn: (language: Language) => readonly Theme[],
): Promise<readonly string[]> {
  const simulator = await startSimulator("bad-image");
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  const chip = page.locator("[data-freshness]").first();
  const found: string[] = [];
  const checkAll = async (words: string) => {
    for (const path of PATHS)
      for (const language of languages) {
        await page.goto(`${product.url}${path}?lang=${language}`);
        await expect(chip).toHaveAttribute("data-freshness", words);
        await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
        found.push(...(await violationsIn(page, themesIn(language), `${words} ${path} ${language}`)));
      }
  };
  try {
    await page.goto(product.url);
    await expect(chip).toHaveAttribute("data-freshness", "live");
    await simulator.fault("forbid", { resource: "pods" });
    await expect(chip).toHaveAttribute("data-freshness", "stale");
    await checkAll("stale");
    await simulator.kill();
    await expect(chip).toHaveAttribute("data-freshness", "disconnected");
    await checkAll("disconnected");
    return found;
  } finally {
    await product.stop();
    await simulator.stop();
  }
}

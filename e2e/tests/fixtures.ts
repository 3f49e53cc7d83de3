import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";

interface Fixtures {
  /** Starts the product with a scenario on virtual time; it ends with the test. */
  readonly simulate: (scenario: string, ...more: string[]) => Promise<Daemonscope>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  simulate: async ({}, use) => {
    const started: Daemonscope[] = [];
    await use(async (scenario, ...more) => {
      const product = await startDaemonscope([`--simulate=${scenario}`, "--clock=manual", "--seed", "7", ...more]);
      started.push(product);
      return product;
    });
    for (const product of started) await product.stop();
  },
});

export { expect };

/** The five counts of the flow, as they stand on the page. */
export async function countsOn(page: Page): Promise<string> {
  const rollout = page.getByRole("region", { name: "Rollout" });
  const counts: string[] = [];
  for (const name of ["DESIRED", "CURRENT", "READY", "UP-TO-DATE", "AVAILABLE"]) {
    const text = await rollout.getByRole("button", { name: new RegExp(`^${name}\\b`) }).innerText();
    counts.push(/([\d,]+)/.exec(text.replace(name, ""))?.[1] ?? "?");
  }
  return counts.join(" ");
}

/** What axe finds wrong, one line a rule; `rules` for some of them only. The page has no frames, so no second page is opened for them. */
export async function violationsOn(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await (rules.length === 0 ? builder : builder.withRules([...rules])).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .join(" | ")
        .slice(0, 400)}`,
  );
}

/** No violation of the rules that axe can check. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

export const verdict = (page: Page) => page.getByRole("heading", { level: 1 });
export const freshness = (page: Page) => page.getByRole("status", { name: /Freshness/ });

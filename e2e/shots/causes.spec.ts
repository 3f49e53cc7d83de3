import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { type Daemonscope, startSimulated } from "../daemonscope.ts";
import { serveCase } from "../recorded-case.ts";

/** Pictures of every block about a cause, for inspection. */
const FOLDER = join(import.meta.dirname, "..", "pictures", "causes");

type Kind = "1440" | "light" | "zh-TW" | "1280" | "2560" | "390" | "reduced-motion";
const KINDS: Readonly<Record<Kind, BrowserContextOptions>> = {
  "1440": {},
  light: { colorScheme: "light" },
  "zh-TW": {},
  "1280": { viewport: { width: 1280, height: 800 } },
  "2560": { viewport: { width: 2560, height: 1300 } },
  "390": { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  "reduced-motion": { reducedMotion: "reduce" },
};

/** A cause, and the pages that show it: the actions, a node in the drawer, a node and a pod. */
interface Shown {
  readonly name: string;
  readonly paths: Readonly<Record<string, string>>;
  readonly kinds?: readonly Kind[];
}

const DARK: readonly Kind[] = ["1440"];
const ALL = Object.keys(KINDS) as readonly Kind[];
const AGENT = "/daemonsets/infra/agent";

const ofCase = (id: string, node: string, more: Readonly<Record<string, string>> = {}, kinds = DARK): Shown => ({
  name: id,
  kinds,
  paths: { fix: `${AGENT}?drawer=fix`, node: `${AGENT}?node=${node}`, ...more },
});

const CASES: readonly Shown[] = [
  ofCase("F07", "n3", {}, ALL),
  ofCase("F08", "n5"),
  ofCase("F11", "n2"),
  ofCase("F12", "n2"),
  ofCase("F13", "n2"),
  ofCase("F17", "n3"),
  ofCase("F18", "n5", { nodePage: "/nodes/n5" }, ALL),
  ofCase("F20", "fargate-1"),
  ofCase("F21", "n2"),
  ofCase("F25", "n2"),
  ofCase("F26", "n2"),
  ofCase("F29", "n2"),
  ofCase("F31", "n2"),
  ofCase("F34", "n2"),
  ofCase("F35", "n2", {}, ["1440", "390"]),
];

/** Simulated DaemonSets by the images that their story gets. */
const FLUENTD = "fluentd-elasticsearch";
const IMAGES: Readonly<Record<string, string>> = {
  crash: "registry.test/crash:1",
  leaks: "registry.test/leaks:1",
  unready: "registry.test/unready:1",
  missing: "registry.test/missing:1",
};

async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const tail of await page.locator("[data-log-tail] > summary").all()) await tail.click();
  // Waits until requests and movements are over.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 900)));
}

test.describe.configure({ timeout: 600_000 });

for (const { name, paths, kinds = DARK } of CASES)
  test(`pictures of ${name}`, async ({ browser }) => {
    mkdirSync(FOLDER, { recursive: true });
    const { url, stop } = await serveCase(name);
    for (const kind of kinds) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", ...KINDS[kind] });
      const page = await context.newPage();
      for (const [part, path] of Object.entries(paths)) {
        await page.goto(`${url}${path}${path.includes("?") ? "&" : "?"}lang=${kind === "zh-TW" ? kind : "en"}`);
        await waitUntilSettled(page);
        await page.screenshot({ path: join(FOLDER, `${name}-${part}-${kind}.png`) });
      }
      await context.close();
    }
    await stop();
  });

/** Returns the first pod of a node that belongs to the DaemonSet. */
async function podOn(product: Daemonscope, node: string): Promise<string> {
  const list = (await product.kube("GET", `/api/v1/namespaces/kube-system/pods?fieldSelector=spec.nodeName=${node}`)) as {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  };
  return list.items.find(({ metadata }) => metadata.name.startsWith(FLUENTD))?.metadata.name ?? "";
}

for (const [name, image] of Object.entries(IMAGES))
  test(`pictures of ${name}`, async ({ browser }) => {
    mkdirSync(FOLDER, { recursive: true });
    const product = await startSimulated("image-update");
    await product.advance(10_000, 1000);
    const template = { spec: { containers: [{ name: FLUENTD, image }] } };
    await product.kube(
      "PATCH",
      `/apis/apps/v1/namespaces/kube-system/daemonsets/${FLUENTD}`,
      { spec: { template } },
      "application/strategic-merge-patch+json",
    );
    await product.advance(150_000, 1000);
    const set = `/daemonsets/kube-system/${FLUENTD}`;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
    const page = await context.newPage();
    await page.goto(`${product.url}${set}?drawer=fix&lang=en`);
    await waitUntilSettled(page);
    await page.screenshot({ path: join(FOLDER, `${name}-fix.png`) });
    const node = (await page.locator("[data-drawer] [data-cause] button").first().textContent()) ?? "worker-01";
    for (const [part, path] of Object.entries({
      node: `${set}?node=${node}`,
      pod: `/pods/kube-system/${await podOn(product, node)}`,
    })) {
      await page.goto(`${product.url}${path}${path.includes("?") ? "&" : "?"}lang=en`);
      await waitUntilSettled(page);
      await page.screenshot({ path: join(FOLDER, `${name}-${part}.png`) });
    }
    await context.close();
    await product.stop();
  });

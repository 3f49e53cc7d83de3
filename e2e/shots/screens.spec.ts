import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";

/** The folder of pictures that README and docs show. They are in the repository. */
const DOCS_PICTURES = join(import.meta.dirname, "..", "..", "docs", "pictures");
const SHOWN_NAMES: readonly string[] = ["rollout-dark", "lab-dark"];
/** The folder of all other pictures, for inspection. */
const OTHERS = join(import.meta.dirname, "..", "pictures");

type Kind = "dark" | "light" | "contrast" | "zh-TW" | "zh-CN" | "390" | "reduced-motion" | "forced-colors";

const KINDS: Readonly<Record<Kind, BrowserContextOptions>> = {
  dark: {},
  light: { colorScheme: "light" },
  contrast: { contrast: "more" },
  "zh-TW": {},
  "zh-CN": { colorScheme: "light" },
  "390": { viewport: { width: 390, height: 844 } },
  "reduced-motion": { reducedMotion: "reduce" },
  "forced-colors": { forcedColors: "active" },
};

const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];
const BOTH: readonly Kind[] = ["dark", "light"];

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly kinds: readonly Kind[];
  /** A key, or a button by its name, that is pressed first. */
  readonly key?: string;
  readonly button?: RegExp;
}

interface Scene {
  readonly scenario: string;
  /** Cluster time that passes before the pictures. */
  readonly afterMs: number;
  readonly screens: readonly Screen[];
}

const FLUENT_BIT = "/daemonsets/logging/fluent-bit";
const FLUENTD = "/daemonsets/kube-system/fluentd-elasticsearch";

const WHAT_IF = `/what-if?if=${encodeURIComponent(
  "taint -l pool=gpu dedicated=ml:NoExecute; set-requests logging/fluent-bit -c fluent-bit memory=384Mi; join 3 --label pool=general",
)}`;

const SCENES: readonly Scene[] = [
  {
    scenario: "tour",
    afterMs: 12_000,
    screens: [
      { name: "rollout", path: FLUENT_BIT, kinds: ALL_KINDS },
      { name: "fleet", path: "/", kinds: ALL_KINDS },
      { name: "what-if", path: WHAT_IF, kinds: ALL_KINDS },
      { name: "what-if-node", path: `${WHAT_IF}&node=gpu-04`, kinds: BOTH },
      { name: "eligibility", path: `${FLUENT_BIT}?lens=eligibility`, kinds: ["dark"] },
      { name: "table", path: `${FLUENT_BIT}?view=table`, kinds: ["dark"] },
      { name: "reach", path: `${FLUENT_BIT}/reach`, kinds: ["dark"] },
      { name: "logs", path: `${FLUENT_BIT}/logs`, kinds: ["dark"] },
      { name: "yaml", path: `${FLUENT_BIT}/yaml`, kinds: ["light"] },
      { name: "node", path: "/nodes/general-08", kinds: ["dark", "light", "zh-TW", "390"] },
      { name: "node-events", path: "/nodes/general-08/events", kinds: ["dark"] },
      {
        name: "taints",
        path: "/taints?taint=nvidia.com%2Fgpu%3Dpresent%3ANoSchedule&daemonset=security%2Ffalco",
        kinds: ["dark", "light", "zh-TW", "390", "forced-colors"],
      },
      { name: "nodes", path: "/nodes", kinds: ["dark", "light", "zh-TW", "390", "forced-colors"] },
      { name: "nodes-table", path: "/nodes?view=table", kinds: ["dark"] },
      { name: "tolerations", path: "/daemonsets/security/falco?node=gpu-01", kinds: ["dark", "390"] },
      { name: "labels", path: "/labels", kinds: ["dark", "light", "zh-TW", "390"] },
      { name: "events", path: "/events", kinds: ["dark", "390"] },
      { name: "not-there", path: "/nodes/worker-9", kinds: ["dark"] },
      { name: "palette", path: "/", kinds: BOTH, key: ":" },
      { name: "help", path: "/", kinds: ["dark"], key: "?" },
      { name: "export", path: "/", kinds: ["light"], key: "x" },
      { name: "settings", path: "/", kinds: ["zh-TW"], button: /^設定$/ },
    ],
  },
  {
    scenario: "control-plane-taint",
    afterMs: 1000,
    screens: [{ name: "why", path: "/daemonsets/default/redis-ds?node=control-plane", kinds: ALL_KINDS }],
  },
  {
    scenario: "bad-image",
    afterMs: 90_000,
    screens: [
      { name: "stuck", path: FLUENTD, kinds: BOTH },
      { name: "stuck-fleet", path: "/", kinds: BOTH },
      { name: "stuck-events", path: `${FLUENTD}/events`, kinds: ["dark"] },
    ],
  },
  { scenario: "surge", afterMs: 6500, screens: [{ name: "surge", path: "/daemonsets/default/agent", kinds: ["dark"] }] },
  {
    scenario: "image-update",
    afterMs: 9000,
    screens: [{ name: "lab", path: FLUENTD, kinds: ["dark", "zh-TW", "390"], button: /^SIMULATED$/ }],
  },
];

async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function picture(page: Page, product: Daemonscope, screen: Screen, kind: Kind): Promise<void> {
  const language = kind.startsWith("zh") ? kind : "en";
  await page.goto(`${product.url}${screen.path}${screen.path.includes("?") ? "&" : "?"}lang=${language}`);
  await waitUntilSettled(page);
  if (screen.key !== undefined) await page.keyboard.press(screen.key);
  if (screen.button !== undefined) await page.getByRole("button", { name: screen.button }).first().click();
  // Advances while the page is open, because only then does it mark changes.
  if (kind === "reduced-motion") await product.advance(1000, 250);
  // Waits until requests and movements are over: cells and dots take 240 ms.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 900)));
  const name = `${screen.name}-${kind}`;
  await page.screenshot({ path: join(SHOWN_NAMES.includes(name) ? DOCS_PICTURES : OTHERS, `${name}.png`) });
}

for (const { scenario, afterMs, screens } of SCENES)
  test(`pictures of ${scenario}`, async ({ browser }) => {
    test.setTimeout(300_000);
    for (const folder of [DOCS_PICTURES, OTHERS]) mkdirSync(folder, { recursive: true });
    const product = await startDaemonscope([`--simulate=${scenario}`, "--clock=manual", "--seed", "7"]);
    await product.advance(afterMs, 500);
    for (const kind of ALL_KINDS) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", ...KINDS[kind] });
      for (const screen of screens.filter(({ kinds }) => kinds.includes(kind))) {
        const page = await context.newPage();
        await picture(page, product, screen, kind);
        await page.close();
      }
      await context.close();
    }
    await product.stop();
  });

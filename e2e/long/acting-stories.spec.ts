import type { ActionsAnswer } from "@daemonscope/shared/http/actions";
import type { Locator, Page, ViewportSize } from "@playwright/test";
import type { Daemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test, verdict } from "../tests/fixtures.ts";
import { layoutSettled, SMALL } from "../tests/small-screens.ts";
import { tabTo } from "../tests/tab-to.ts";

/** The input device, the screens and the language of a user. */
interface InputMethod {
  readonly name: string;
  /** The user acts on the first screen. The plan is readable, and its buttons are reachable, on all. */
  readonly viewports: readonly [ViewportSize, ...ViewportSize[]];
  readonly language: "en" | "zh-TW";
  press(control: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

const LAPTOP = { width: 1440, height: 900 };
const INPUT_METHODS: readonly InputMethod[] = [
  {
    name: "by mouse, at 390 px and 1440 px",
    viewports: [SMALL["a phone of 390 px"], LAPTOP],
    language: "en",
    press: (control) => control.click(),
    write: (field, text) => field.fill(text),
  },
  {
    name: "by keyboard alone, in zh-TW",
    viewports: [LAPTOP],
    language: "zh-TW",
    async press(control) {
      await tabTo(control);
      await control.page().keyboard.press((await control.getAttribute("type")) === "checkbox" ? "Space" : "Enter");
    },
    async write(field, text) {
      await tabTo(field);
      await field.page().keyboard.press("ControlOrMeta+a");
      await field.page().keyboard.type(text);
    },
  },
];

/** One story in which a user acts. */
interface ActingStory {
  readonly id: string;
  readonly story: string;
  readonly path: string;
  /** Prepares the state before. */
  readonly before: (product: Daemonscope) => Promise<void>;
  /** Acts on the page, and returns the button that opens the plan. */
  readonly lead: (page: Page, method: InputMethod) => Promise<Locator>;
  /** Words of the plan's kubectl line. */
  readonly line: RegExp | undefined;
  /** Checks the state afterwards. */
  readonly after: (product: Daemonscope) => Promise<void>;
  /** If present, the action is undone, and this checks the state after the undo. */
  readonly undone?: (product: Daemonscope) => Promise<void>;
}

const whatIf = (steps: string) => `/what-if?if=${encodeURIComponent(steps)}`;
const doIt = async (page: Page): Promise<Locator> => page.locator("main [data-do-it]").first();
const firstRemedy = async (page: Page): Promise<Locator> => page.locator("[data-action] [data-do-it]").first();

interface Listed {
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly spec: { readonly nodeName?: string } }[];
}
interface Stored {
  readonly spec: unknown;
  readonly status: unknown;
}
const get = async (product: Daemonscope, path: string) => (await product.kube("GET", path)) as Stored;
async function podNodes(product: Daemonscope, namespace: string, stem: string): Promise<readonly (string | undefined)[]> {
  const { items } = (await product.kube("GET", `/api/v1/namespaces/${namespace}/pods`)) as Listed;
  return items.filter(({ metadata }) => metadata.name.startsWith(stem)).map(({ spec }) => spec.nodeName);
}
const setOf = (product: Daemonscope, namespace: string, name: string) =>
  get(product, `/apis/apps/v1/namespaces/${namespace}/daemonsets/${name}`);
const IMAGE = { spec: { template: { spec: { containers: [expect.objectContaining({ image: "fluentd:acted" })] } } } };
const POOL = 20;

const STORIES: readonly ActingStory[] = [
  {
    id: "T5 a node is labelled, and unlabelled",
    story: "hw-rng",
    path: whatIf("label worker-3 feature=hw-rng"),
    // After the last automatic step of the story.
    before: (product) => product.advance(45_000, 1000),
    lead: doIt,
    line: /kubectl label node worker-3 feature=hw-rng/,
    after: async (product) => expect(await podNodes(product, "default", "hw-rng")).toEqual(["worker-3"]),
    undone: async (product) => expect(await podNodes(product, "default", "hw-rng")).toEqual([]),
  },
  {
    id: "T8 a new image",
    story: "image-update",
    path: whatIf("set-image kube-system/fluentd-elasticsearch fluentd-elasticsearch=fluentd:acted"),
    before: (product) => product.advance(90_000, 1000),
    lead: doIt,
    line: /set image ds\/fluentd-elasticsearch fluentd-elasticsearch=fluentd:acted/,
    async after(product) {
      const set = await setOf(product, "kube-system", "fluentd-elasticsearch");
      expect(set).toMatchObject(IMAGE);
      expect(set.status).toMatchObject({ observedGeneration: 3, updatedNumberScheduled: expect.any(Number) });
    },
  },
  {
    id: "T9 a pool of 20 nodes under OnDelete",
    story: "label-flip",
    path: "/daemonsets/logging/log-shipper/worklist?group=zone",
    async before(product) {
      for (let at = 1; at <= POOL; at++)
        await product.kube(
          "PATCH",
          `/api/v1/nodes/worker-${String(at).padStart(2, "0")}`,
          { metadata: { labels: { batch: "a" } } },
          "application/merge-patch+json",
        );
      const set = "/apis/apps/v1/namespaces/logging/daemonsets/log-shipper";
      await product.kube(
        "PATCH",
        set,
        {
          spec: {
            updateStrategy: { type: "OnDelete", rollingUpdate: null },
            template: { spec: { nodeSelector: { disk: null, batch: "a" } } },
          },
        },
        "application/merge-patch+json",
      );
      const image = { spec: { template: { spec: { containers: [{ name: "log-shipper", image: "log-shipper:5.3" }] } } } };
      await product.kube("PATCH", set, image, "application/strategic-merge-patch+json");
      await product.advance(6000, 500);
    },
    async lead(page, method) {
      const zones = page.getByRole("main").getByRole("region").locator("h3 input[type=checkbox]");
      await expect(zones).toHaveCount(3);
      for (const at of [0, 1, 2]) await method.press(zones.nth(at));
      await method.write(page.getByRole("main").getByRole("spinbutton"), "10");
      return page.locator("main [data-do-it]").first();
    },
    // No kubectl command deletes pods in waves.
    line: undefined,
    async after(product) {
      const { actions } = (await (await fetch(`${product.url}/api/actions`)).json()) as ActionsAnswer;
      expect(actions[0]?.batch?.map(({ state }) => state)).toEqual(Array.from({ length: POOL }, () => "back"));
      expect((await setOf(product, "logging", "log-shipper")).status).toMatchObject({ updatedNumberScheduled: POOL });
    },
  },
  {
    id: "T10 a surge that a host port makes impossible",
    story: "surge",
    path: "/daemonsets/default/port-agent?drawer=fix",
    before: (product) => product.advance(92_000, 1000),
    lead: firstRemedy,
    line: /patch ds\/port-agent .*"maxSurge":0/,
    async after(product) {
      await product.advance(60_000, 1000);
      const { spec, status } = await setOf(product, "default", "port-agent");
      expect(spec).toMatchObject({ updateStrategy: { rollingUpdate: { maxSurge: 0 } } });
      expect(status).toMatchObject({ updatedNumberScheduled: 6, numberAvailable: 6 });
    },
  },
  {
    id: "T18 a cordon leaves daemon pods alone",
    story: "cordon-and-drain",
    path: "/nodes/worker-1",
    before: (product) => product.advance(1000, 500),
    lead: doIt,
    line: /kubectl cordon worker-1/,
    async after(product) {
      expect((await get(product, "/api/v1/nodes/worker-1")).spec).toMatchObject({ unschedulable: true });
      expect(await podNodes(product, "default", "fluent-bit")).toContain("worker-1");
    },
    undone: async (product) => expect((await get(product, "/api/v1/nodes/worker-1")).spec).not.toHaveProperty("unschedulable"),
  },
  {
    id: "T19 the undo of a missing image",
    story: "bad-image",
    path: "/daemonsets/kube-system/fluentd-elasticsearch?drawer=fix",
    before: (product) => product.advance(70_000, 1000),
    lead: firstRemedy,
    line: /rollout undo ds\/fluentd-elasticsearch --to-revision=1/,
    async after(product) {
      await product.advance(30_000, 1000);
      expect((await setOf(product, "kube-system", "fluentd-elasticsearch")).status).toMatchObject({
        numberAvailable: 12,
        updatedNumberScheduled: 12,
      });
    },
  },
];

/**
 * The maximum time from the alarm to an accepted undo (T19), and from any page to the answer. The time of
 * reading is not measured.
 */
const WITHIN_MS = 30_000;
const plan = (page: Page) => page.locator("[data-plan]");

async function open(page: Page, product: Daemonscope, method: InputMethod, path: string): Promise<void> {
  await page.setViewportSize(method.viewports[0]);
  await page.goto(`${product.url}${path}${path.includes("?") ? "&" : "?"}lang=${method.language}`);
  await expect(verdict(page)).toBeVisible();
}

/** Expects all text to be readable, and the plan's button to be reachable, at each size and in this language. */
async function expectReadable(page: Page, { viewports, language }: InputMethod): Promise<void> {
  // Ends with the first, on which the user acts.
  for (const viewport of viewports.toReversed()) {
    await page.setViewportSize(viewport);
    await layoutSettled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    const confirmButton = plan(page).locator("[data-confirm]");
    if (await confirmButton.isEnabled()) await confirmButton.click({ trial: true });
    await expectAccessible(page);
  }
  if (language === "en") return;
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  // Names and the words of kubectl and the API server are not translated; all other texts are.
  await expect(plan(page).getByRole("heading", { level: 3 }).first()).toHaveText(/^\p{Script=Han}+$/u);
}

/** Confirms the plan, and advances the cluster's time until the action is done. */
async function confirm(page: Page, product: Daemonscope, method: InputMethod): Promise<void> {
  const typed = plan(page).getByRole("textbox");
  if ((await typed.count()) > 0) await method.write(typed, (await typed.getAttribute("placeholder")) ?? "");
  await method.press(plan(page).locator("[data-confirm]"));
  await expect(async () => {
    await product.advance(1000, 500);
    await expect(plan(page).locator('[data-station="done"]')).toHaveAttribute("data-mark", "passed", { timeout: 300 });
  }).toPass({ timeout: WITHIN_MS, intervals: [0] });
}

for (const method of INPUT_METHODS)
  test.describe(method.name, () => {
    for (const { id, story, path, before, lead, line, after, undone } of STORIES)
      test(id, async ({ page, simulate }) => {
        const product = await simulate(story);
        await before(product);
        await open(page, product, method, path);
        const sinceMs = Date.now();
        await method.press(await lead(page, method));
        await expect(plan(page)).toHaveAttribute("data-plan", "planned");
        if (line !== undefined) await expect(plan(page)).toContainText(line);
        const plannedMs = Date.now();
        await expectReadable(page, method);
        const readMs = Date.now() - plannedMs;
        await confirm(page, product, method);
        expect(Date.now() - sinceMs - readMs).toBeLessThan(WITHIN_MS);
        await product.advance(3000, 500);
        await after(product);
        if (undone === undefined) return;
        await method.press(plan(page).locator("[data-undo]"));
        await expect(plan(page)).toHaveAttribute("data-plan", "planned");
        await confirm(page, product, method);
        await product.advance(5000, 500);
        await undone(product);
      });

    test("T21 a label that removes the agents of 40 nodes is predicted, and not written", async ({ page, simulate }) => {
      const product = await simulate("label-flip");
      await product.advance(4000, 1000);
      await open(page, product, method, whatIf("label -l disk=ssd disk=nvme"));
      await expect(page.locator('[data-ghost="goes"]')).toHaveAttribute("data-count", "40");
      await expect(verdict(page)).toContainText(method.language === "en" ? "WOULD SHRINK" : "將縮減");
      await method.press(await doIt(page));
      await expect(plan(page)).toHaveAttribute("data-plan", "planned");
      // The user must type the number of nodes to continue.
      await expect(plan(page).getByRole("textbox")).toHaveAttribute("placeholder", "40 nodes");
      await expectReadable(page, method);
      await page.keyboard.press("Escape");
      await expect(plan(page)).toHaveCount(0);
      const { actions } = (await (await fetch(`${product.url}/api/actions`)).json()) as ActionsAnswer;
      expect(actions).toEqual([]);
      expect((await setOf(product, "logging", "log-shipper")).status).toMatchObject({ desiredNumberScheduled: 40 });
    });
  });

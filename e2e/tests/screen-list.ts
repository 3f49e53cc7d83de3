import type { Page } from "@playwright/test";
import { expect, verdict } from "./fixtures.ts";

export interface Screen {
  readonly path: string;
  /** The selector of the part that is drawn last. */
  readonly shows?: string;
  /** The key that opens a dialog over the screen. */
  readonly key?: string;
}

export const FLUENT_BIT = "/daemonsets/logging/fluent-bit";
/** A taint that evicts pods, an edit that replaces pods, and nodes that join. */
const STEPS =
  "taint -l pool=gpu dedicated=ml:NoExecute; set-requests logging/fluent-bit -c fluent-bit memory=384Mi; join 3 --label pool=general";
const WHAT_IF = `/what-if?if=${encodeURIComponent(STEPS)}`;
/** Screens of the story `tour`, seed 7, after 12 s. */
export const TOUR_SCREENS: readonly Screen[] = [
  { path: "/" },
  { path: "/?cause=terminating:Terminating" },
  { path: "/", key: ":" },
  { path: "/", key: "?" },
  { path: "/", key: "x" },
  { path: FLUENT_BIT, shows: "main [role=grid]" },
  { path: `${FLUENT_BIT}?lens=eligibility`, shows: "main [role=grid]" },
  { path: `${FLUENT_BIT}?view=table`, shows: "main [role=grid]" },
  { path: `${FLUENT_BIT}?node=general-08`, shows: "[data-drawer]" },
  { path: `${FLUENT_BIT}?drawer=fix`, shows: "[data-drawer]" },
  { path: `${FLUENT_BIT}/changes` },
  { path: FLUENT_BIT, shows: "main [role=grid]", key: "x" },
  { path: `${FLUENT_BIT}/reach` },
  { path: `${FLUENT_BIT}/events` },
  { path: `${FLUENT_BIT}/logs` },
  { path: `${FLUENT_BIT}/yaml`, shows: ".cm-editor" },
  { path: "/nodes/general-08" },
  { path: "/nodes/general-08/events" },
  { path: "/nodes/general-08/yaml", shows: ".cm-editor" },
  { path: "/taints" },
  { path: "/taints?taint=nvidia.com%2Fgpu%3Dpresent%3ANoSchedule&daemonset=security%2Ffalco" },
  { path: "/nodes" },
  { path: "/nodes?view=table" },
  { path: "/labels" },
  { path: "/audit" },
  { path: "/audit/costs?q=logging/fluent-bit" },
  { path: "/what-if" },
  { path: WHAT_IF, shows: "[data-plate], main canvas" },
  { path: `${WHAT_IF}&view=table`, shows: "main [role=grid]" },
  { path: `${WHAT_IF}&node=gpu-04`, shows: "[data-drawer]" },
  { path: `${FLUENT_BIT}/actions` },
  { path: "/events" },
  { path: "/nodes/worker-9" },
  { path: "/daemonsets/logging/fluentbit" },
  { path: "/daemonset/logging/fluent-bit" },
];

async function waitUntilComplete(page: Page, { shows = "main", key }: Screen): Promise<void> {
  await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
  await expect(verdict(page)).toBeVisible();
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator(shows).first()).toBeVisible();
  if (key === undefined) return;
  await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toBeVisible();
}

const inLanguage = (path: string, language: string): string => `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;

/** Loads a screen and waits until it is live and complete. */
export async function openScreen(page: Page, url: string, screen: Screen, language = "en"): Promise<void> {
  await page.goto(`${url}${inLanguage(screen.path, language)}`);
  await waitUntilComplete(page, screen);
}

/** Goes to a path as a link does, without loading the page again. The router renders before the next frame. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (href) => {
    history.pushState(null, "", href);
    dispatchEvent(new PopStateEvent("popstate"));
    await new Promise(requestAnimationFrame);
  }, path);

/**
 * Visits each screen once it is live and complete. The page is loaded only for the first screen, and for and after a
 * dialog, because loading takes longer than most checks. A grid that has the focus takes the key of a dialog.
 */
export async function visitScreens(
  page: Page,
  url: string,
  language: string,
  screens: readonly Screen[],
  visit: (screen: Screen) => Promise<void>,
): Promise<void> {
  let isOpen = false;
  for (const screen of screens) {
    if (isOpen && screen.key === undefined) {
      await goTo(page, inLanguage(screen.path, language));
      await waitUntilComplete(page, screen);
    } else await openScreen(page, url, screen, language);
    await visit(screen);
    isOpen = screen.key === undefined;
  }
}

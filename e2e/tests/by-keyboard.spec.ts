import type { Locator, Page } from "@playwright/test";
import { expect, test, verdict } from "./fixtures.ts";
import { FLUENT_BIT, openScreen, TOUR_SCREENS } from "./screen-list.ts";

// A trace keeps the whole document at every step, which takes longer than the hundreds of stops.
test.use({ trace: "off" });

interface Focus {
  readonly words: string;
  readonly isPage: boolean;
  /** It is inside the window, and a line is drawn around it or around what it moves over. */
  readonly isShown: boolean;
}

/** What has the focus, as somebody who looks would say. */
function focusOn(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (element === null || element === document.body) return { words: "the page", isPage: true, isShown: false };
    const moved = element.getAttribute("aria-activedescendant");
    const shown = (moved === null ? null : document.getElementById(moved)) ?? element;
    // A heading with buttons in it has the line around its words.
    const words = element.matches("h2") ? element.firstElementChild : null;
    // The link of a row has the line around its row.
    const places = ["label", ".cm-editor", "[role=row]"].map((place) => element.closest(place));
    const around = [shown, element, words, ...places].filter((each) => each !== null);
    const hasLine = around.some((each) => {
      const { outlineStyle, outlineWidth, outlineColor, borderTopWidth, boxShadow } = getComputedStyle(each);
      const isOutlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1 && !/, 0\)$/.test(outlineColor);
      return (
        isOutlined || (each === shown && boxShadow !== "none" && (Number.parseFloat(borderTopWidth) >= 2 || boxShadow.includes("inset")))
      );
    });
    const box = shown.getBoundingClientRect();
    const isInside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    // A text field shows where one writes by its caret.
    const hasCaret = element.matches("[role=combobox]:not(select)");
    return {
      words: `<${element.localName} class="${element.className}"> ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 50)}`,
      isPage: false,
      isShown: isInside && (hasLine || hasCaret),
    };
  });
}

/** An editor draws its line some milliseconds after it has the focus. */
async function showsSoon(page: Page): Promise<boolean> {
  try {
    await expect(async () => expect((await focusOn(page)).isShown).toBe(true)).toPass({ timeout: 1000 });
    return true;
  } catch {
    return false;
  }
}

async function expectVisibleFocus(page: Page, step: string): Promise<void> {
  await expect(async () => {
    const focus = await focusOn(page);
    expect(focus.isShown, `after ${step} the focus is on ${focus.words}, which does not show`).toBe(true);
  }).toPass({ timeout: 3000 });
}

/** Tab until there. */
async function tabTo(page: Page, there: Locator): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed += 1) {
    if (await there.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not come there");
}

test("from a cause to a DaemonSet, its grid, why, the node, its events and YAML and back, by keys alone, and the focus is always seen", async ({
  page,
  simulate,
}) => {
  const product = await simulate("bad-image");
  await product.advance(65_000, 1000);
  await page.goto(product.url);
  const cause = page.getByRole("region", { name: "Causes" }).getByRole("button").first();
  await expect(cause).toBeVisible();
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expectVisibleFocus(page, key);
  };

  await tabTo(page, cause);
  await press("Enter");
  await expect(page).toHaveURL(/cause=/);
  await expect(cause).toHaveAttribute("aria-pressed", "true");
  const link = page.getByRole("table").getByRole("link", { name: "fluentd-elasticsearch" }).first();
  await tabTo(page, link);
  await press("Enter");
  await expect(page).toHaveURL(/daemonsets\/kube-system\/fluentd-elasticsearch/);
  await expect(verdict(page)).toContainText("STUCK");
  const grid = page.getByRole("grid");
  await expect(grid).toBeVisible();
  await tabTo(page, grid);
  await expectVisibleFocus(page, "Tab to the grid");
  await press("n");
  await press("Enter");
  const why = page.getByRole("complementary", { name: /^Why/ });
  await expect(why.getByRole("heading", { level: 2 })).toBeFocused();
  const node = /node=([^&]+)/.exec(page.url())?.[1] ?? "";
  await tabTo(page, why.locator(`a[href$="nodes/${node}"]`).first());
  await press("Enter");
  await expect(page).toHaveURL(new RegExp(`/nodes/${node}$`));
  await press("e");
  await expect(page).toHaveURL(/\/events$/);
  await press("y");
  await expect(page).toHaveURL(/\/yaml/);
  await press("Escape");
  await expect(page).toHaveURL(new RegExp(`/nodes/${node}$`));
  await press("Escape");
  await expect(page).toHaveURL(`${product.url}/nodes`);
  await press("Escape");
  await expect(page).toHaveURL(`${product.url}/`);
});

test("why is left, then the DaemonSet, then the cause, one Escape each", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(65_000, 1000);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch/yaml`);
  await expect(page.locator(".cm-editor")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/fluentd-elasticsearch$/);
  await expectVisibleFocus(page, "Escape from YAML");
  await page.getByRole("grid").focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/node=/);
  await expectVisibleFocus(page, "Enter in the grid");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/node=/);
  await expect(page.getByRole("grid")).toBeFocused();
  await expectVisibleFocus(page, "Escape from why");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${product.url}/`);
  await expectVisibleFocus(page, "Escape from the DaemonSet");
});

test("Tab goes through every screen in the order of the page, each stop is seen, none is a trap, and the last leaves", async ({
  page,
  simulate,
}) => {
  test.setTimeout(300_000);
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  const lost: string[] = [];
  for (const screen of TOUR_SCREENS.filter(({ key }) => key === undefined)) {
    await openScreen(page, product.url, screen);
    expect(await page.locator("[tabindex]").evaluateAll((all) => all.filter((each) => (each as HTMLElement).tabIndex > 0).length)).toBe(0);
    const stops = 400;
    let hasLeft = false;
    for (let stop = 0; stop < stops && !hasLeft; stop += 1) {
      await page.keyboard.press("Tab");
      const focus = await focusOn(page);
      hasLeft = focus.isPage;
      if (!focus.isPage && !focus.isShown && !(await showsSoon(page))) lost.push(`${screen.path}: ${focus.words}`);
    }
    if (!hasLeft) lost.push(`${screen.path}: ${stops} times Tab do not lead out`);
  }
  expect([...new Set(lost)]).toEqual([]);
});

test("the filter and the palette show where one writes and what is chosen", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(product.url + FLUENT_BIT);
  await expect(verdict(page)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("gpu");
  await expect(page).toHaveURL(/q=gpu/);
  await expectVisibleFocus(page, "the filter");
  await page.keyboard.press("Escape");
  await expectVisibleFocus(page, "Escape in the filter");
  await page.keyboard.press("Control+k");
  await expectVisibleFocus(page, "the palette");
  await page.keyboard.press("ArrowDown");
  await expectVisibleFocus(page, "ArrowDown in the palette");
});

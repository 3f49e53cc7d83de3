import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { FLUENT_BIT, openScreen } from "./screen-list.ts";

const chipsOf = (page: Page) => page.getByRole("group", { name: "Filters in the link" }).getByRole("button");

/** A link, and its chips: parameter, name and value. */
const LINKS: readonly (readonly [path: string, chips: readonly (readonly [param: string, words: string])[], shows?: string])[] = [
  [
    "/?cause=terminating%3ATerminating&q=fluent",
    [
      ["cause", "Cause Terminating"],
      ["q", "Text fluent"],
    ],
  ],
  [
    `${FLUENT_BIT}?group=zone&lens=age&filter=NoSchedule&q=gpu&size=10`,
    [
      ["group", "Grouped by zone"],
      ["lens", "Cells show Age"],
      ["filter", "Mark NoSchedule"],
      ["q", "Text gpu"],
    ],
    "main [role=grid]",
  ],
  [
    "/nodes?only=gpu&lens=label%3Apool&band=none-such&filter=cordoned&view=table",
    [
      ["only", "Group gpu"],
      ["band", "Value none-such"],
      ["lens", "Cells show Label pool"],
      ["filter", "Mark cordoned"],
    ],
  ],
  ["/events?type=Normal&find=pull", [["find", "Text pull"]]],
  [`${FLUENT_BIT}/events?find=pull`, [["find", "Text pull"]]],
  ["/labels?key=pool&family=logging%2Ffluent-bit", [["family", "DaemonSets 1"]]],
  [
    "/what-if?if=cordon%20gpu-01%3B%20taint%20-l%20pool%3Dgpu%20dedicated%3Dml%3ANoExecute&group=zone&filter=goes",
    [
      ["group", "Grouped by zone"],
      ["filter", "Outcome "],
    ],
  ],
];

for (const [path, expected, shows] of LINKS)
  test(`${path.replace(/\?.*/, "")}: each filter of the link (${expected.map(([param]) => param).join(", ")}) has a chip, and a press removes only that filter`, {
    tag: "@long",
  }, async ({ page, simulateReadOnly }) => {
    const product = await simulateReadOnly("tour", 12_000);
    await openScreen(page, product.url, shows === undefined ? { path } : { path, shows });
    const chips = chipsOf(page);
    await expect(chips).toHaveCount(expected.length);
    await expectAccessible(page);
    for (const [at, [param, words]] of expected.entries()) {
      const chip = chips.and(page.locator(`[data-chip="${param}"]`));
      await expect(chip).toHaveAccessibleName(new RegExp(`^${words}`));
      await expect(chip).toHaveAttribute("title", new RegExp(`^Remove this filter: ${words}`));
      expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(24);
      const before = new URL(page.url());
      // Alternates between mouse and keyboard.
      if (at % 2 === 0) await chip.click();
      else {
        await chip.focus();
        await page.keyboard.press("Enter");
      }
      await expect(chips).toHaveCount(expected.length - at - 1);
      const after = new URL(page.url());
      expect(after.pathname).toBe(before.pathname);
      expect(after.searchParams.has(param)).toBe(false);
      for (const [key, value] of before.searchParams) if (key !== param) expect(after.searchParams.get(key), key).toBe(value);
    }
    await page.goBack();
    await expect(chips).toHaveCount(1);
  });

test("after the keyboard removes a chip, focus moves to the next chip, then to the heading", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await openScreen(page, product.url, { path: `${FLUENT_BIT}?group=zone&q=gpu`, shows: "main [role=grid]" });
  const chips = chipsOf(page);
  await chips.first().focus();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(1);
  await expect(chips.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeFocused();
});

test("a hostile value is text in one line on a phone, truncated in the middle, and complete in the title", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const long = `${"a".repeat(240)}-the-last-end`;
  const values = [long, "<img src=x onerror=alert(1)>", "\u202egnp.exe", "\u0007bell"];
  for (const value of values) {
    await openScreen(page, product.url, { path: `/nodes?q=${encodeURIComponent(value)}`, shows: "main [role=grid]" });
    const chip = chipsOf(page);
    await expect(chip).toHaveCount(1);
    const box = await chip.boundingBox();
    // The size of a target on a phone.
    expect(box?.height).toBe(32);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await expect(chip.locator("img")).toHaveCount(0);
    const title = (await chip.getAttribute("title")) ?? "";
    for (const hidden of ["\u0007", "\u202e"]) expect(title).not.toContain(hidden);
    if (value === long) expect(title).toContain(long);
    if (value === long) await expect(chip).toContainText("-end");
    await expectAccessible(page);
  }
  await chipsOf(page).dispatchEvent("click");
  await expect(page).not.toHaveURL(/q=/);
});

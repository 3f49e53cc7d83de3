import type { Page } from "@playwright/test";
import { expect, test, verdict } from "../tests/fixtures.ts";
import { FLUENT_BIT, openScreen } from "../tests/screen-list.ts";

/** Returns the number of drawn pixels in the layer that outlines changed cells. */
const outlinedPixels = (page: Page): Promise<number> =>
  page.locator("canvas[data-layer=marks]").evaluate((canvas: HTMLCanvasElement) => {
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let drawn = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) drawn += 1;
    return drawn;
  });

const runningAnimations = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => each.playState === "running" && Number(each.effect?.getComputedTiming().endTime ?? 0) > 1)
      .map((each) => `${(each.effect as KeyframeEffect).target?.className}`),
  );

test("with reduced motion nothing moves: a changed cell keeps an outline, a changed count shows its difference", async ({
  page,
  simulate,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const product = await simulate("image-update");
  await product.advance(3000, 500);
  await openScreen(page, product.url, { path: "/daemonsets/kube-system/fluentd-elasticsearch?size=10", shows: "canvas[data-layer]" });
  const rollout = page.getByRole("region", { name: "Rollout" });
  expect(await outlinedPixels(page)).toBe(0);
  await expect(async () => {
    await product.advance(500);
    await expect(rollout).toContainText(/[+−]\d/, { timeout: 400 });
    expect(await outlinedPixels(page)).toBeGreaterThan(0);
  }).toPass({ timeout: 20_000 });
  expect(await runningAnimations(page)).toEqual([]);
  await expect.poll(() => outlinedPixels(page)).toBe(0);
  await expect(rollout).not.toContainText(/\s[+−]\d/);
});

test("with reduced motion a changed cell next to its name keeps its outline too", async ({ page, simulate }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const product = await simulate("image-update");
  await product.advance(3000, 500);
  await openScreen(page, product.url, { path: "/daemonsets/kube-system/fluentd-elasticsearch?size=names", shows: "[data-plate]" });
  const changed = page.locator("[data-plate] [data-changed]");
  await expect(changed).toHaveCount(0);
  await expect(async () => {
    await product.advance(500);
    await expect(changed.first()).toHaveCSS("outline-style", "solid", { timeout: 400 });
  }).toPass({ timeout: 20_000 });
  await expect(changed).toHaveCount(0);
});

test("no screen moves if the settings request reduced motion", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  await page.addInitScript(() => localStorage.setItem("daemonscope.preferences", JSON.stringify({ motion: "less" })));
  for (const screen of [
    { path: "/" },
    { path: FLUENT_BIT, shows: "main [role=grid]" },
    { path: `${FLUENT_BIT}?node=general-08`, shows: "[data-drawer]" },
  ]) {
    await openScreen(page, product.url, screen);
    await expect(page.locator("html")).toHaveAttribute("data-motion", "reduce");
    await product.advance(1000);
    expect(await runningAnimations(page), screen.path).toEqual([]);
  }
});

for (const colorScheme of ["dark", "light"] as const)
  test(`in forced colours, ${colorScheme}, every state has a distinct pattern and a text`, async ({ page, simulate }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    await openScreen(page, product.url, { path: FLUENT_BIT, shows: "fieldset[data-states] canvas" });
    await expect(verdict(page)).toContainText("ROLLING");
    await expect(page.getByRole("region", { name: "Rollout" })).toContainText(/Open|Blocked|Full/);
    const swatches = await page
      .locator("fieldset[data-states] button")
      .evaluateAll((all) => all.map((each) => [each.textContent?.replace(/\d/g, "").trim(), each.querySelector("canvas")?.toDataURL()]));
    expect(swatches.length).toBeGreaterThan(4);
    const pictures = new Map<string, string>();
    for (const [words, picture] of swatches) {
      expect(words).not.toBe("");
      if (picture === undefined) continue;
      expect(pictures.get(picture as string), `${words} looks like another state`).toBeUndefined();
      pictures.set(picture as string, words as string);
    }
    // Only a current tab has a line below it. Its own box draws the line, or its pseudo-element.
    const lines = await page.locator("[data-tabs] > *, [data-section-tabs] a").evaluateAll((all) => {
      const ground = getComputedStyle(document.body).backgroundColor;
      return all.map((each) => {
        const [box, after] = [getComputedStyle(each), getComputedStyle(each, "::after")];
        const hasBorder = Number.parseFloat(box.borderBottomWidth) > 0 && box.borderBottomColor !== ground;
        const hasLine = after.content !== "none" && Number.parseFloat(after.height) > 0 && after.backgroundColor !== ground;
        return { name: each.textContent, isCurrent: each.ariaCurrent !== null, isUnderlined: hasBorder || hasLine };
      });
    });
    expect(lines.filter(({ isCurrent }) => isCurrent)).toHaveLength(2);
    for (const { name, isCurrent, isUnderlined } of lines) expect(isUnderlined, `${name}`).toBe(isCurrent);
    // In forced colours, the canvas uses only system colours.
    const hues = await page.locator("canvas[data-layer], fieldset[data-states] canvas").evaluateAll((all) => {
      const found = new Set<string>();
      const probe = document.createElement("i");
      document.body.append(probe);
      const system = ["Canvas", "CanvasText", "Highlight", "HighlightText", "GrayText", "LinkText"].map((name) => {
        probe.style.color = name;
        return getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
      });
      probe.remove();
      const isGrey = (r: number, g: number, b: number) => Math.max(r, g, b) - Math.min(r, g, b) < 24;
      for (const canvas of all as HTMLCanvasElement[]) {
        const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
        for (let at = 0; at < data.length; at += 4) {
          const [r = 0, g = 0, b = 0, alpha = 0] = data.slice(at, at + 4);
          if (alpha < 255 || isGrey(r, g, b)) continue;
          if (!system.some(([sr = 0, sg = 0, sb = 0]) => Math.abs(sr - r) + Math.abs(sg - g) + Math.abs(sb - b) < 12))
            found.add(`${r} ${g} ${b}`);
        }
      }
      return [...found];
    });
    expect(hues.slice(0, 5)).toEqual([]);
  });

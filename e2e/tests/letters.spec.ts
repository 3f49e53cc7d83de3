import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const MONO = "JetBrains Mono Variable";
/** The two font families of the page. */
const FAMILIES = ["var(--font)", "var(--mono)"];

/**
 * Adds a text to the page, whole or letter by letter. Letters in separate boxes are not affected by their neighbours.
 * Letters advance by whole pixels here, as boxes do.
 */
async function boxOf(page: Page, family: string, text: string, isApart: boolean): Promise<Locator> {
  await page.evaluate(
    ([families, content, apart]) => {
      document.querySelector("[data-letters]")?.remove();
      const box = document.createElement("div");
      box.setAttribute("data-letters", "");
      box.style.cssText = `position:fixed;inset:0 auto auto 0;z-index:99;padding:8px;background:#fff;color:#000;font:400 64px/80px ${families};font-kerning:none;letter-spacing:0;text-rendering:auto`;
      const parts = apart ? [...content] : [content];
      for (const part of parts) {
        const letter = document.createElement("span");
        letter.style.display = "inline-block";
        letter.textContent = part;
        box.append(letter);
      }
      document.body.append(box);
    },
    [family, text, isApart] as const,
  );
  await page.evaluate(() => document.fonts.ready);
  return page.locator("[data-letters]");
}

/**
 * Draws two texts on canvases, the second letter by letter. Returns how many pixels differ by more than half, as a
 * share of the pixels of the first text.
 */
function differenceOnCanvas(page: Page, family: string, text: string, letters: string): Promise<number> {
  return page.evaluate(
    ([families, whole, parts]) => {
      const pixelsOf = (draw: (context: CanvasRenderingContext2D) => void): Uint8ClampedArray => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [400, 120];
        document.body.append(canvas);
        const context = canvas.getContext("2d");
        if (context === null) throw new Error("the browser gives no canvas");
        context.font = `400 64px ${families.startsWith("var") ? getComputedStyle(document.documentElement).getPropertyValue(families.slice(4, -1)) : families}`;
        context.fontKerning = "none";
        draw(context);
        canvas.remove();
        return context.getImageData(0, 0, 400, 120).data;
      };
      const one = pixelsOf((context) => context.fillText(whole, 10, 80));
      const other = pixelsOf((context) => {
        let x = 10;
        for (const letter of parts) {
          context.fillText(letter, x, 80);
          x += context.measureText(letter).width;
        }
      });
      const inked = one.filter((value, at) => at % 4 === 3 && value > 128).length;
      const differing = one.filter((value, at) => at % 4 === 3 && Math.abs(value - (other[at] ?? 0)) > 128).length;
      return differing / inked;
    },
    [family, text, letters] as const,
  );
}

test("names have no ligatures: 9x6 is not 9×6, on the page and on a canvas", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(product.url);
  await expect(page.getByRole("table", { name: "DaemonSets" })).toBeVisible();
  for (const family of FAMILIES) {
    for (const text of ["s9x6w", "0x10", "1->2", "fi-ff"]) {
      const whole = await (await boxOf(page, family, text, false)).screenshot();
      expect(whole.equals(await (await boxOf(page, family, text, true)).screenshot()), `${text} in ${family}`).toBe(true);
      expect(await differenceOnCanvas(page, family, text, text), `${text} on a canvas in ${family}`).toBeLessThan(0.02);
    }
    expect(await differenceOnCanvas(page, family, "s9×6w", "s9x6w")).toBeGreaterThan(0.02);
  }
});

/** Returns x, y, width and height of each name in the fixed font. */
const boxesOfNames = (page: Page): Promise<readonly (readonly number[])[]> =>
  page.locator("main .mono").evaluateAll((names) =>
    names.map((name) => {
      const { x, y, width, height } = name.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );

/** Returns the largest difference between two matching numbers, in CSS pixels. */
const largestMove = (boxes: readonly (readonly number[])[], others: readonly (readonly number[])[]): number =>
  boxes.length === others.length
    ? Math.max(...boxes.flatMap((box, at) => box.map((value, side) => Math.abs(value - (others[at]?.[side] ?? Number.POSITIVE_INFINITY)))))
    : Number.POSITIVE_INFINITY;

interface PodList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

test("names use a bundled font, and nothing moves when it loads", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(4000, 1000);
  const { items } = (await product.kube("GET", "/api/v1/namespaces/kube-system/pods")) as PodList;
  await page.goto(`${product.url}/pods/kube-system/${items[0]?.metadata.name}`);
  await page.waitForFunction(
    (family) => [...document.fonts].some((face) => face.family.includes(family) && face.status === "loaded"),
    MONO,
  );
  await expect(page.getByRole("region", { name: "Conditions" })).toBeVisible();
  const arrived = await boxesOfNames(page);
  expect(arrived.length).toBeGreaterThanOrEqual(1);
  let asked = 0;
  await page.route(/jetbrains-mono/, (route) => {
    asked++;
    return route.abort();
  });
  await page.reload();
  await expect.poll(async () => largestMove(await boxesOfNames(page), arrived)).toBeLessThan(0.5);
  expect(asked).toBe(1);
});

import type { Page, ViewportSize } from "@playwright/test";
import { violationsOn } from "./fixtures.ts";

/** Returns texts that start or end outside the window, or are cut by a box without a scroll bar or an ellipsis. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const root = document.querySelector("dialog[open]") ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.nodeValue?.trim() === "" || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right, left, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      let end = right;
      let isReached = false;
      for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.clipPath !== "none" || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") isReached = true;
        if (style.overflowX === "auto" || style.overflowX === "scroll") isReached = true;
        if (isReached) break;
        const edges = box.getBoundingClientRect();
        if ((style.overflowX === "hidden" || style.overflowX === "clip") && end > edges.right + 1.5) {
          cut.push(`cut by .${box.className}: ${text.nodeValue?.trim().slice(0, 60)}`);
          isReached = true;
        }
        end = Math.min(end, Math.max(edges.right, right));
        if (isReached) break;
      }
      if (!isReached && (right > innerWidth + 1 || left < -1))
        cut.push(`outside: ${parent.className} ${text.nodeValue?.trim().slice(0, 60)}`);
    }
    return [...new Set(cut)];
  });
}

/** Returns visible texts that overlap. Elements that float on purpose are left out. */
function overlappingTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.querySelector("dialog[open]") ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: {
      readonly text: Node;
      readonly words: string;
      readonly box: { left: number; right: number; top: number; bottom: number };
    }[] = [];
    /**
     * Returns the part of a box that no ancestor hides. It is undefined if nothing is visible, or if the box floats.
     */
    const visiblePartOf = (element: Element, box: DOMRect) => {
      let { left, right, top, bottom } = box;
      for (let each: Element | null = element; each !== null && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.position === "fixed" || style.position === "sticky" || style.clipPath !== "none" || Number(style.opacity) === 0)
          return undefined;
        if (each.matches("[role=tooltip], option, svg, .cm-editor, .visually-hidden")) return undefined;
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const edges = each.getBoundingClientRect();
        left = Math.max(left, edges.left);
        right = Math.min(right, edges.right);
        top = Math.max(top, edges.top);
        bottom = Math.min(bottom, edges.bottom);
      }
      return right - left > 2 && bottom - top > 2 ? { left, right, top, bottom } : undefined;
    };
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.nodeValue?.trim() === "" || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) {
        // A line box is taller than its letters.
        const letters = new DOMRect(rect.x, rect.y + rect.height * 0.2, rect.width, rect.height * 0.6);
        const box = visiblePartOf(parent, letters);
        if (box !== undefined) found.push({ text, words: text.nodeValue?.trim().slice(0, 40) ?? "", box });
      }
    }
    const overlaps: string[] = [];
    for (const [at, a] of found.entries())
      for (const b of found.slice(at + 1)) {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        // A text that ends in an ellipsis has two boxes.
        if (a.text !== b.text && wide > 1.5 && high > 1.5) overlaps.push(`“${a.words}” lies over “${b.words}”`);
      }
    return [...new Set(overlaps)].slice(0, 5);
  });
}

/** Returns the faults of the screen at the current window size, each prefixed by `words`. */
export async function faultsOf(page: Page, words: string): Promise<readonly string[]> {
  const [wide, cut, overlapping] = await Promise.all([
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    cutTexts(page),
    overlappingTexts(page),
  ]);
  return [...(wide > 0 ? [`the page is ${wide} px wider than the window`] : []), ...cut, ...overlapping].map(
    (fault) => `${words}: ${fault}`,
  );
}

/** A laptop of 1440 × 900 at 200 % has half as many CSS pixels in each direction. */
export const SMALL = {
  "a laptop at 200 %": { width: 720, height: 450 },
  "a phone of 390 px": { width: 390, height: 844 },
  "a phone of 320 px": { width: 320, height: 640 },
} as const;

export const WIDE = {
  "a wide screen": { width: 2560, height: 1440 },
  "a laptop": { width: 1280, height: 800 },
  "a tablet": { width: 1024, height: 768 },
} as const;

/** Waits until no button has moved for four frames. Size observers may render again. Returns false after sixty frames:
 *  then two parts probably change the size of each other for ever. */
export const layoutSettled = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const buttonBoxes = () =>
      [...document.querySelectorAll("button")]
        .map((button) => button.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x, y, width, height].join())
        .join(" ");
    let before = buttonBoxes();
    let stillFrames = 0;
    for (let frame = 0; stillFrames < 4 && frame < 60; frame++) {
      await new Promise(requestAnimationFrame);
      const now = buttonBoxes();
      stillFrames = now === before ? stillFrames + 1 : 0;
      before = now;
    }
    return stillFrames === 4;
  });

/** Returns the faults of the screen at each of these sizes. */
export async function faultsAt(page: Page, sizes: Readonly<Record<string, ViewportSize>>, words: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    if (!(await layoutSettled(page))) found.push(`${size}: ${words}: the layout does not settle`);
    found.push(...(await faultsOf(page, `${size}: ${words}`)));
  }
  return found;
}

/** The narrowest size of each layout. */
export const NARROWEST = {
  "a laptop": WIDE["a laptop"],
  "a laptop at 200 %": SMALL["a laptop at 200 %"],
  "a phone of 320 px": SMALL["a phone of 320 px"],
} as const;

/**
 * Returns the faults of the screen at each of these sizes, and the targets that are too small to press at the narrowest
 * size of each layout.
 */
export async function faultsAndTargetsAt(
  page: Page,
  sizes: Readonly<Record<string, ViewportSize>>,
  words: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    found.push(...(await faultsAt(page, { [size]: viewport }, words)));
    if (size in NARROWEST) found.push(...(await violationsOn(page, ["target-size"])).map((violation) => `${size}: ${words}: ${violation}`));
  }
  return found;
}

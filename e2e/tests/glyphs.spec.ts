import { execFileSync } from "node:child_process";
import { expect, test, verdict } from "./fixtures.ts";

function hasChineseFont(): boolean {
  try {
    return execFileSync("fc-list", [":lang=zh", "family"], { encoding: "utf8" }).trim() !== "";
  } catch {
    // A system without fontconfig is a desktop system, which has Chinese fonts.
    return process.platform !== "linux";
  }
}

for (const [language, characters] of [
  ["zh-TW", "節點污點卡住"],
  ["zh-CN", "节点污点卡住"],
] as const)
  test(`headings in ${language} have real glyphs instead of missing-glyph boxes`, async ({ page, simulate }) => {
    const hasFont = hasChineseFont();
    if (!hasFont) console.warn("No font of this machine has Chinese: install one (fonts-noto-cjk) to check how headings are drawn.");
    test.skip(!hasFont, "no font of this machine has Chinese");
    const product = await simulate("bad-image");
    await page.goto(`${product.url}/?lang=${language}`);
    await expect(verdict(page)).toBeVisible();
    const drawn = await verdict(page).evaluate(
      (heading, each) => {
        const { fontFamily } = getComputedStyle(heading);
        return each.map((character) => {
          const canvas = document.createElement("canvas");
          canvas.width = canvas.height = 40;
          const context = canvas.getContext("2d");
          if (context === null) return "";
          context.font = `26px ${fontFamily}`;
          context.textBaseline = "top";
          context.fillText(character, 4, 4);
          return canvas.toDataURL();
        });
      },
      // No font has the last two characters.
      [...new Set(characters), "\u{10FFFD}", "\u{EFFFD}"],
    );
    expect(new Set(drawn.slice(0, -2)).size).toBe(new Set(characters).size);
    for (const box of drawn.slice(-2)) expect(drawn.slice(0, -2)).not.toContain(box);
  });

import { describe, expect, it } from "vitest";
import { LANES } from "../../data/lanes/lanes.ts";
import { countText } from "../../words/format/figures.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { words } from "../../words/i18n/zh-CN/words.ts";
import { layoutNarrow } from "./narrow-layout.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-CN", "translation", words);
const t = translator.getFixedT("en");
const chinese = translator.getFixedT("zh-CN");

const shown = (most: number) => LANES.map((lane, index) => ({ lane, count: index === 0 ? most : index }));

describe("layoutNarrow", () => {
  it.each([
    [288, 12],
    [288, 100_000],
    [358, 3000],
    [640, 100_000],
    [900, 1],
  ])("at %i px separates counts, names and bars for %i nodes", (width, most) => {
    const layout = layoutNarrow(shown(most), false, width, t);
    expect(layout.countRight).toBeGreaterThanOrEqual(countText(most).length * 9);
    expect(layout.nameLeft).toBeGreaterThan(layout.countRight);
    expect(layout.bars.room).toBeGreaterThan(20);
    expect(layout.bars.left + layout.bars.room).toBeLessThan(layout.right);
    expect(layout.right).toBe(width);
    if (layout.bars.place === "beside") expect(layout.bars.left).toBeGreaterThan(layout.nameLeft + "old, unavailable".length * 6);
  });

  it.each([288, 320, 358, 900])("measures Chinese names by characters at %i px", (width) => {
    const layout = layoutNarrow(shown(3000), false, width, chinese);
    expect(layout.bars.room).toBeGreaterThan(20);
    expect(layout.bars.left + layout.bars.room).toBeLessThan(layout.right);
    if (layout.bars.place === "beside") expect(layout.bars.left).toBeGreaterThan(layout.nameLeft + "旧版，不可用".length * 12);
  });

  it("puts the bars below the names on an enlarged page, and next to them if they fit", () => {
    expect(layoutNarrow(shown(12), false, 200, t).bars.place).toBe("under");
    expect(layoutNarrow(shown(12), false, 358, t).bars.place).toBe("beside");
  });
});

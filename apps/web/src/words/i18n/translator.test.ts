import { afterEach, expect, test, vi } from "vitest";
import { createTranslator } from "./translator.fixture.ts";

afterEach(() => vi.restoreAllMocks());

test("formats numbers in all languages with one cached format, instead of one per set of values", async () => {
  const translator = createTranslator();
  translator.addResourceBundle("zh-TW", "translation", { events: { rowsShown_other: "{{all, number}} 列中的 {{count, number}} 列" } });
  const rows = (count: number, all: number) => translator.t("events.rowsShown", { count, all });
  expect(translator.t("paceLine.rowPerMinute", { rate: 1_234.5 })).toBe("1,234.5/min");
  expect(rows(1_234, 1_200_000)).toBe("1,234 of 1,200,000 rows");
  const made = vi.spyOn(Intl, "NumberFormat");
  for (let count = 2; count < 100; count++) expect(rows(count, 100)).toBe(`${count} of 100 rows`);
  expect(made).not.toHaveBeenCalled();
  translator.changeLanguage("zh-TW");
  expect(rows(1_234, 5_678)).toBe("5,678 列中的 1,234 列");
});

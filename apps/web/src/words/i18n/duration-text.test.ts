import { expect, test } from "vitest";
import { durationText } from "./duration-text.ts";

test.each([
  ["54d", "zh-TW", "54 天"],
  ["5m30s", "zh-CN", "5 分 30 秒"],
  ["2h3m", "zh-CN", "2 小时 3 分"],
  ["31h", "zh-TW", "31 小時"],
  ["2y30d", "zh-TW", "2 年 30 天"],
  ["4.8 s", "zh-TW", "4.8 秒"],
  ["5m30s", "en", "5m30s"],
  ["<invalid>", "zh-CN", "<invalid>"],
])("writes %s in %s as %s", (value, language, text) => {
  expect(durationText(value, language)).toBe(text);
});

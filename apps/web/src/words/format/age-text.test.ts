import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.fixture.ts";
import { words } from "../i18n/zh-CN/words.ts";
import { ageSince } from "./age-text.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-CN", "translation", words);
const english = translator.getFixedT("en");
const chinese = translator.getFixedT("zh-CN");

it("formats an age like kubectl, and as 0 if a clock is behind", () => {
  expect([ageText(90_000), ageText(1500), ageText(-4000)]).toEqual(["90s", "1s", "0s"]);
  expect([ageSince(english, 10_000, 100_000), ageSince(english, undefined, 100_000)]).toEqual(["90s", ""]);
  expect(ageSince(chinese, 10_000, 100_000)).toBe("90 秒");
});

it("no module prints a difference to the display time without a lower limit of 0", () => {
  const root = join(import.meta.dirname, "../..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const unlimited = files.filter((name) => /humanDuration\(\s*nowMs\s*-/.test(readFileSync(join(root, name), "utf8")));
  expect(unlimited).toEqual([]);
});

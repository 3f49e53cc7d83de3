import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type InEachLanguage, LANGUAGES } from "@daemonscope/kube/base/languages";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { describe, expect, it, test } from "vitest";
import type { Story } from "../staging/story.ts";
import { type StoryWords, wordsOfStep } from "../staging/story.ts";
import { SCENARIOS } from "./scenarios.ts";

/** The number of checked rounds. The tour repeats itself after twelve. */
const ROUNDS = 12;

/**
 * Characters that differ between the two scripts, position by position. The list has only those that are likely to be
 * wrong in these texts.
 */
const SIMPLIFIED =
  "个为与两么义书买云亚产们仅从价优会传伤体余关兴养写军农决况冻净减击划则刚创别务动劳势区医华单卖占卫却厂厅历压厌县参双发变号听启员响围图圆场坏块声处备复够头夹奖妇学宁实审宽对导将尔层属岁岛币师带帮应开异弃张归当录总恶悬惊惯战户扩执扫护报担拟择换据损摆数断无旧时显晓标栈树样桥档检楼构没测浏浓润涨温满灭点热爱状独环现电画疗监盖码础确离种积称稳笔类紧级约纪纯线练组细织终经结给络绝统继续维综缘缩网罗职联节获虑规视觉览触计订认讨让训议记许论设访证评识词译试话询该详语误说请诸读谁调谈谢费资赖赶转轮软轻载较边达迁过运还这进远连迟适选递邮释里针钟链销锁错键镜长门闭问间闻队阶际陆随隐难页顶项顺须预领频题额验驱";
const TRADITIONAL =
  "個為與兩麼義書買雲亞產們僅從價優會傳傷體餘關興養寫軍農決況凍淨減擊劃則剛創別務動勞勢區醫華單賣佔衛卻廠廳歷壓厭縣參雙發變號聽啟員響圍圖圓場壞塊聲處備復夠頭夾獎婦學寧實審寬對導將爾層屬歲島幣師帶幫應開異棄張歸當錄總惡懸驚慣戰戶擴執掃護報擔擬擇換據損擺數斷無舊時顯曉標棧樹樣橋檔檢樓構沒測瀏濃潤漲溫滿滅點熱愛狀獨環現電畫療監蓋碼礎確離種積稱穩筆類緊級約紀純線練組細織終經結給絡絕統繼續維綜緣縮網羅職聯節獲慮規視覺覽觸計訂認討讓訓議記許論設訪證評識詞譯試話詢該詳語誤說請諸讀誰調談謝費資賴趕轉輪軟輕載較邊達遷過運還這進遠連遲適選遞郵釋裡針鐘鏈銷鎖錯鍵鏡長門閉問間聞隊階際陸隨隱難頁頂項順須預領頻題額驗驅";

const onlyIn = (one: string, other: string): ReadonlySet<string> => new Set([...one].filter((character) => !other.includes(character)));
const foreignCharacters: Readonly<Record<string, ReadonlySet<string>>> = {
  "zh-CN": onlyIn(TRADITIONAL, SIMPLIFIED),
  "zh-TW": onlyIn(SIMPLIFIED, TRADITIONAL),
};

function stepsOf(scenario: Story): readonly string[] {
  const random = createRandom(1);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => scenario.rounds?.(round, random)?.steps ?? []);
  return [...scenario.steps, ...rounds.flat()].map(({ name }) => name);
}

const textsOf = ({ title, opening, steps }: StoryWords): readonly InEachLanguage[] => [title, opening, ...Object.values(steps)];

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))("%s", (_name, scenario) => {
  const { words: storyWords } = scenario;
  it("describes every step of its scenario, and no other", () => {
    const steps = stepsOf(scenario);
    expect(steps.filter((name) => wordsOfStep(storyWords, name) === undefined)).toEqual([]);
    const used = new Set(steps.map((name) => wordsOfStep(storyWords, name)));
    expect(Object.keys(storyWords.steps).filter((name) => !used.has(storyWords.steps[name]))).toEqual([]);
  });
  it("has all texts in all languages, without duplicates", () => {
    for (const words of textsOf(storyWords)) {
      for (const { language } of LANGUAGES) expect(words[language].trim().length).toBeGreaterThan(3);
      expect(new Set(LANGUAGES.map(({ language }) => words[language])).size).toBe(LANGUAGES.length);
      expect(words.en).not.toMatch(/[\u3400-\u9fff]/);
    }
  });
  it.each(["zh-CN", "zh-TW"] as const)("writes %s in its own script", (language) => {
    const strays = textsOf(storyWords).flatMap((words) =>
      [...words[language]].filter((character) => foreignCharacters[language]?.has(character)),
    );
    expect(strays).toEqual([]);
  });
});

test("the character lists of the check cover each other", () => {
  expect(foreignCharacters["zh-CN"]?.has("節")).toBe(true);
  expect(foreignCharacters["zh-TW"]?.has("节")).toBe(true);
  expect(foreignCharacters["zh-CN"]?.has("节")).toBe(false);
});

test("a numbered step has its own text, or that of its kind", () => {
  const words = Object.fromEntries(LANGUAGES.map(({ language }) => [language, `in ${language}`])) as InEachLanguage;
  expect(wordsOfStep({ steps: { "delete-*": words } }, "delete-12")).toBe(words);
  expect(wordsOfStep({ steps: { "delete-*": words } }, "delete")).toBeUndefined();
  expect(wordsOfStep({ steps: {} }, "constructor")).toBeUndefined();
});

it("docs/simulator.md names each scenario", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../../docs/simulator.md"), "utf8");
  expect(SCENARIOS.map(({ name }) => name).filter((name) => !text.includes(name))).toEqual([]);
});

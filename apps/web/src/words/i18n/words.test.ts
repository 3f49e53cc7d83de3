import { expect, test } from "vitest";
import { lab as labEn } from "./en/lab.ts";
import { words as en } from "./en/words.ts";
import { createTranslator } from "./translator.fixture.ts";
import { lab as labCN } from "./zh-CN/lab.ts";
import { words as zhCN } from "./zh-CN/words.ts";
import { lab as labTW } from "./zh-TW/lab.ts";
import { words as zhTW } from "./zh-TW/words.ts";

/** Returns all texts by path; plural forms as written. */
function textsOf(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : textsOf(value as object, `${path}${key}.`),
  );
}

const ENGLISH = textsOf({ ...en, lab: labEn });
const LANGUAGES = [
  ["zh-CN", textsOf({ ...zhCN, lab: labCN })],
  ["zh-TW", textsOf({ ...zhTW, lab: labTW })],
] as const;

const placeholdersOf = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*([a-zA-Z]+)[^}]*\}\}|<\/?(\w+)\/?>/g)].map((found) => found[1] ?? found[2]))].sort();
const onceInChinese = (path: string) => !path.endsWith("_one");

test.each(LANGUAGES)("%s has a text for every English one, and no other", (_language, texts) => {
  expect(texts.map(([path]) => path).sort()).toEqual(
    ENGLISH.map(([path]) => path)
      .filter(onceInChinese)
      .sort(),
  );
  expect(texts.filter(([, text]) => text.trim() === "")).toEqual([]);
});

test.each(LANGUAGES)("%s uses the placeholders and tags of the English text", (_language, texts) => {
  const english = new Map(ENGLISH);
  const differing = texts.filter(([path, text]) => placeholdersOf(text).join() !== placeholdersOf(english.get(path) ?? "").join());
  expect(differing).toEqual([]);
});

/** Characters of this domain that differ: simplified | traditional. */
const PAIRS =
  "们們|个個|点點|标標|签籤|节節|应應|为為|这這|时時|间間|后後|会會|从從|没沒|过過|还還|进進|开開|关關|动動|删刪|缺缺|启啟|终終|止止|执執|错錯|误誤|换換|选選|择擇|复復|链鏈|连連|线線|数數|据據|页頁|网網|络絡|无無|组組|维維|护護|对對|当當|则則|触觸|响響|应應|读讀|写寫|计計|划劃|运運|状狀|态態|历歷|实實|满滿|显顯|设設|备備|级級|资資|别別|号號|码碼|类類|级級|图圖|总總|报報|击擊|键鍵|盘盤|视視|险險|静靜|镜鏡|补補|错錯|丢丟|驱驅|逐逐|污污|点點|旧舊|较較|称稱|变變|层層|处處|处處|样樣|检檢|测測|边邊|并並|项項|载載|释釋|认認|让讓|请請|该該|调調|试試|询詢|语語|说說|谁誰|归歸|录錄|储儲|缓緩|约約|红紅|绿綠|纯純|细細|经經|结結|绝絕|继續|续續|钟鐘|银銀|锁鎖|门門|闭閉|问問|阈閾|队隊|阶階|际際|陆陸|隐隱|难難|预預|频頻|题題|额額|颜顏|风風|饱飽|验驗";
const SIMPLIFIED = new Set(
  PAIRS.split("|")
    .filter(([a, b]) => a !== b)
    .map(([simplified]) => simplified ?? ""),
);
const TRADITIONAL = new Set(
  PAIRS.split("|")
    .filter(([a, b]) => a !== b)
    .map((pair) => pair[1] ?? ""),
);
const containing = (texts: readonly [string, string][], wrong: ReadonlySet<string>) =>
  texts.filter(([, text]) => [...text].some((each) => wrong.has(each)));

test("zh-TW has no simplified character, zh-CN no traditional one", () => {
  expect(containing(textsOf(zhTW), SIMPLIFIED)).toEqual([]);
  expect(containing(textsOf(zhCN), TRADITIONAL)).toEqual([]);
});

test("every English text is available without loading", () => {
  const { t } = createTranslator();
  expect(t("preferences.themeIs", { choice: "dark" })).toBe("Theme: dark");
});

test.each(LANGUAGES)("%s has a single term for a revision", (_language, texts) => {
  expect(texts.filter(([, text]) => /修[訂订]版(?!本)/.test(text))).toEqual([]);
});

test("a difference of one line has the singular", () => {
  const { t } = createTranslator();
  expect(t("revisions.yaml", { count: 1, added: 1 })).toBe("YAML: 1 line removed, 1 added");
  expect(t("revisions.yaml", { count: 2, added: 1 })).toBe("YAML: 2 lines removed, 1 added");
});

test.each([["en", ENGLISH] as const, ...LANGUAGES])("in %s no line of a plan has the name of a section of the page", (_language, texts) => {
  const under = (area: string) => texts.filter(([path]) => path.startsWith(area)).map(([, text]) => text);
  // Both are landmarks, and the plan is open next to the page.
  expect(under("acting.head.").filter((head) => under("sections.").includes(head))).toEqual([]);
});

import { expect, test } from "vitest";
import { LAB_FILES } from "./lab-translator.fixture.ts";

/** Characters of these words that exist in one script only. */
const ONLY_SIMPLIFIED = /[个为开关时实验节标签显样镜还这发给让过轮么销复键单种类状码应缓对设删绝历读链语务录满页记败无]/;
const ONLY_TRADITIONAL = /[個為開關時實驗節標籤顯樣鏡還這發給讓過輪麼銷復鍵單種類狀碼應緩對設刪絕歷讀鏈語務錄滿頁記敗無]/;

test("every text of the lab exists in three languages, each in its script", () => {
  for (const [word, en] of Object.entries(LAB_FILES.en.words)) {
    const [cn, tw] = [LAB_FILES["zh-CN"].words, LAB_FILES["zh-TW"].words].map((words) => new Map(Object.entries(words)).get(word) ?? "");
    for (const text of [en, cn, tw]) expect(text?.trim(), word).not.toBe("");
    expect(ONLY_TRADITIONAL.exec(cn ?? ""), word).toBeNull();
    expect(ONLY_SIMPLIFIED.exec(tw ?? ""), word).toBeNull();
    expect(en, word).not.toMatch(/[\u3400-\u9fff]/);
  }
});

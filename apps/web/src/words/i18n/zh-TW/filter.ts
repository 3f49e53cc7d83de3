import type { filter as source } from "../en/filter.ts";
import type { Translated } from "../translated.ts";

export const filter: Translated<typeof source> = {
  ofFleet: "名稱、命名空間、狀態、原因、映像檔、Pod",
  help: "正規表示式；前面加 ! 取反；-l 標籤選擇器；-f 依序比對字母",
  pattern: "不是正規表示式：依字面尋找",
  selector: "不是標籤選擇器：依字面尋找",
};

import type { filter as source } from "../en/filter.ts";
import type { Translated } from "../translated.ts";

export const filter: Translated<typeof source> = {
  help: "正则表达式；前面加 ! 取反；-l 标签选择器；-f 按顺序匹配字母",
  pattern: "不是正则表达式：按字面查找",
  selector: "不是标签选择器：按字面查找",
};

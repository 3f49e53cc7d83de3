import type { exports as source } from "../en/exports.ts";
import type { Translated } from "../translated.ts";

export const exports: Translated<typeof source> = {
  title: "匯出 {{about}}",
  saved: "已儲存：{{name}}",
  problem: "無法產生圖片：{{problem}}",
  forms: {
    csv: { name: "CSV", what: "供試算表使用的表格" },
    json: { name: "JSON", what: "全部資料，供程式使用" },
    markdown: { name: "Markdown", what: "貼進工單或審查的文字" },
    text: { name: "文字", what: "複製成 kubectl 輸出樣式的表格" },
    svg: { name: "SVG", what: "網格的向量圖" },
    png: { name: "PNG", what: "網格的圖片，2 倍大小" },
  },
};

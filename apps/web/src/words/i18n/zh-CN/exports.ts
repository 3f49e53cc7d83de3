import type { exports as source } from "../en/exports.ts";
import type { Translated } from "../translated.ts";

export const exports: Translated<typeof source> = {
  title: "导出 {{about}}",
  saved: "已保存：{{name}}",
  problem: "无法生成图片：{{problem}}",
  forms: {
    csv: { name: "CSV", what: "供电子表格使用的表格" },
    json: { name: "JSON", what: "全部数据，供程序使用" },
    markdown: { name: "Markdown", what: "贴进工单或评审的文字" },
    text: { name: "文本", what: "复制成 kubectl 输出样式的表格" },
    svg: { name: "SVG", what: "网格的矢量图" },
    png: { name: "PNG", what: "网格的图片，2 倍大小" },
  },
};

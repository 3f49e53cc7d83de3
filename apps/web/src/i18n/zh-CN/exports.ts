import type { exports as source } from "../en/exports.ts";
import type { Translated } from "../translated.ts";

export const exports: Translated<typeof source> = {
  title: "导出 {{about}}",
  open: "导出…",
  saved: "已保存：{{name}}",
  problem: "无法生成图片：{{problem}}",
  forms: {
    csv: { name: "CSV", what: "电子表格用的表" },
    json: { name: "JSON", what: "全部数据，供程序使用" },
    text: { name: "文本", what: "复制与 kubectl 输出相同的表" },
    svg: { name: "SVG", what: "网格的矢量图" },
    png: { name: "PNG", what: "网格的图片，两倍大小" },
  },
};

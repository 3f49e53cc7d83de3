import type { preferences as source } from "../en/preferences.ts";
import type { Translated } from "../translated.ts";

export const preferences: Translated<typeof source> = {
  theme: { title: "主题", system: "跟随系统", light: "浅色", dark: "深色", contrast: "高对比度" },
  density: { title: "密度", comfortable: "宽松", compact: "紧凑" },
  motion: { title: "动画", system: "跟随系统", less: "减少" },
  help: "快捷键与帮助",
  kept: "保存在此浏览器中。",
  themeIs: "主题：{{choice}}",
  language: "语言",
};

import type { preferences as source } from "../en/preferences.ts";
import type { Translated } from "../translated.ts";

export const preferences: Translated<typeof source> = {
  title: "設定",
  theme: { title: "佈景主題", system: "跟隨系統", light: "淺色", dark: "深色", contrast: "高對比" },
  density: { title: "密度", comfortable: "寬鬆", compact: "緊湊" },
  motion: { title: "動畫", system: "跟隨系統", less: "減少" },
  kept: "儲存在此瀏覽器中。",
};

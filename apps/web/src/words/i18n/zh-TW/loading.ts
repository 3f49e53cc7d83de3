import type { loading as source } from "../en/loading.ts";
import type { Translated } from "../translated.ts";

export const loading: Translated<typeof source> = {
  failed: "頁面的這一部分無法載入：伺服器無法連線，或已換成其他版本。頁面其餘部分不受影響。",
  again: "重新載入頁面",
};

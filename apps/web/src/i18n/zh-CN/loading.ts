import type { loading as source } from "../en/loading.ts";
import type { Translated } from "../translated.ts";

export const loading: Translated<typeof source> = {
  failed: "页面的这一部分无法加载：服务器不可用，或已换成其他版本。旁边显示的内容保持不变。",
  again: "重新加载页面",
};

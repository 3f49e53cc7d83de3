import type { loading as source } from "../en/loading.ts";
import type { Translated } from "../translated.ts";

export const loading: Translated<typeof source> = {
  failed: "页面的这一部分无法加载：服务器无法连接，或已换成其他版本。页面其余部分不受影响。",
  again: "重新加载页面",
  section: "正在加载此子页面",
};

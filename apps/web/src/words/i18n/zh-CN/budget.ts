import type { budget as english } from "../en/budget.ts";
import type { Translated } from "../translated.ts";

export const budget: Translated<typeof english> = {
  unread: "无法得知额度被什么占用。",
  managed: "OnDelete 没有额度：旧 Pod 由 {{controller}} 删除。",
  onDelete: "OnDelete 没有额度：旧 Pod 要有人删除才会消失。",
  refused: "{{allowed, number}} 个名额剩 {{free, number}} 个，但在无法创建 Pod 期间，控制器不会替换任何 Pod。",
  noEnd_other: "无法预计这 {{count, number}} 个名额何时释放。",
  forGood_other: "这 {{count, number}} 个名额不会自行释放。",
  settle_other: "{{time}} 前释放 {{count, number}} 个名额：{{count, number}} 个新 Pod 届时可用。",
  settleAbove_other: "{{count, number}} 个新 Pod 会在 {{time}} 前可用：届时 {{allowed, number}} 个名额仍占用 {{used, number}} 个。",
  terminate_other: "{{count, number}} 个 Pod 正在终止，宽限期到 {{time}}；新 Pod 可用后，名额才释放。",
};

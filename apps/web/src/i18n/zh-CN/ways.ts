import type { ways as source } from "../en/ways.ts";
import type { Translated } from "../translated.ts";

export const ways: Translated<typeof source> = {
  title: "可以做什么",
  open: "可以做什么",
  copy: "复制命令：{{title}}",
  undo: {
    title: "回滚：回到修订版本 {{revision}} 的模板",
    replaces_other: "会替换 {{count, number}} 个节点上不属于修订版本 {{revision}} 的 Pod；已属于该版本的节点不变。",
    allAtOnce: "它们都不可用：一次全部替换，不受额度限制。",
    atOnce: {
      exact_other: "其中 {{count, number}} 个不可用，会立即替换，不受额度限制。",
      bound_other: "其中至少 {{count, number}} 个会立即替换，不受额度限制。",
    },
    rest: {
      exact_other: "其余的大约要等额度空出 {{count, number}} 次。",
      bound_other: "其余的最多大约要等额度空出 {{count, number}} 次。",
    },
    rounds: {
      exact_other: "额度大约要空出 {{count, number}} 次。",
      bound_other: "额度最多大约要空出 {{count, number}} 次：不可用的会立即替换。",
    },
    byHand: "在 OnDelete 下，每个 Pod 都要等有人手动删除。",
    nothing: "没有节点运行其他修订版本的 Pod：不会替换任何 Pod。",
    unknown: "Pod 与修订版本尚未全部读取，无法得知会替换多少 Pod。",
  },
  nodes: {
    title: "修复或移除占用额度的节点",
    effect_other: "{{count, number}} 个名额被未就绪的节点占用。节点恢复就绪或被删除后，名额才会释放。",
  },
  raise: {
    title: "提高额度：{{field}} {{now}} → {{to}}",
    effect_other: "同时没有 Pod 的节点可以再多 {{count, number}} 个。如果新 Pod 会失败，在那些节点上也会失败。不会产生新的修订版本。",
  },
  hold: {
    title: "暂缓：OnDelete",
    effect:
      "DaemonSet 没有暂停功能。在 OnDelete 下，只有手动删除的 Pod 才会被替换：删除选定节点上的 Pod 即可做金丝雀发布。不会产生新的修订版本。",
    effectOn_other:
      "DaemonSet 没有暂停功能。在 OnDelete 下，{{count, number}} 个节点会保留旧 Pod，直到有人删除：删除选定节点上的 Pod 即可做金丝雀发布。不会产生新的修订版本。",
  },
  resume: {
    title: "继续：RollingUpdate",
    effect: "此后会在额度内替换旧 Pod。不会产生新的修订版本。",
    effectOn_other: "此后会在额度内替换 {{count, number}} 个旧 Pod。不会产生新的修订版本。",
  },
};

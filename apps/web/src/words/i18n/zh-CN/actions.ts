import type { actions as source } from "../en/actions.ts";
import type { Translated } from "../translated.ts";

export const actions: Translated<typeof source> = {
  doIt: {
    open: "计划…",
    readOnly: "只读",
    remote: "不能从这里执行",
    recorded: "录制文件",
    noToken: "登录时没有 token",
    why: {
      readOnly: "这个服务器只读取。以 --allow-writes 启动才能执行。",
      remote: "这里没有人登录，所以只有在服务器那台机器上的人能执行。请在那里打开页面，或以 --auth token 启动服务器。",
      recorded: "这是录制文件：没有东西可以变更。",
      noToken: "你登录时没有集群的 token，而服务器绝不会用自己的来写入。请以 --auth token 登录。",
    },
  },
  title: "操作",
  copy: "复制命令：{{title}}",
  andMore: "{{names}} 等，另有 {{more, number}} 个",
  commandNames_other: "命令只列出 {{all, number}} 个节点中的前 {{count, number}} 个。",
  undo: {
    title: "回滚到修订版本 {{revision}}",
    short: "回滚到修订版本 {{revision}}…",
    brief_other: "{{count, number}} 个 Pod 会重启。",
    replaces_other: "会替换 {{count, number}} 个节点上不属于修订版本 {{revision}} 的 Pod；已属于该版本的节点不变。",
    allAtOnce_other: "这 {{count, number}} 个 Pod 都不可用：一次全部删除，不受额度限制。",
    atOnce: {
      exact_other: "{{count, number}} 个不可用的 Pod 会立即替换，不受额度限制。",
      bound_other: "其中至少有 {{count, number}} 个会立即替换，不受额度限制。",
    },
    rest: {
      exact_other: "其余的大约分 {{count, number}} 批替换。",
      bound_other: "其余的最多分 {{count, number}} 批替换。",
    },
    rounds: {
      exact_other: "大约分 {{count, number}} 批替换，每批不超过额度。",
      bound_other: "最多分 {{count, number}} 批替换，每批不超过额度；不可用的会立即替换。",
    },
    held_other: "其余 {{count, number}} 个要等待：没有响应的节点占用了全部额度。",
    byHand_other: "不会自动替换 Pod：在 OnDelete 下，{{count, number}} 个其他修订版本的 Pod 会保留到被删除。接着请删除失败的 Pod。",
    byController_other: "{{controller}} 会替换 {{count, number}} 个节点上不属于修订版本 {{revision}} 的 Pod；已属于该版本的节点不变。",
    nextToOld_other: "{{count, number}} 个节点上，与旧 Pod 并存的较新 Pod 会被删除，旧 Pod 保留。",
    nothing: "没有节点运行其他修订版本的 Pod：不会替换任何 Pod。",
    unknown: "Pod 与修订版本尚未全部读取，无法得知会替换多少 Pod。",
  },
  nothingExcluded_other:
    "无需操作：符合条件的节点都已有它的 Pod。另有 {{count, number}} 个节点不符合条件；选择其格子，可查看原因以及如何改变。",
  nowhere: "没有节点需要它：选择一个格子，可查看原因以及如何改变。",
  oneByOne: "OnDelete 没有额度保护：先删除一个旧 Pod，等新 Pod 可用，再删除下一个。",
  openWorklist: "打开待办清单",
  unready_other: "{{count, number}} 个节点要等 kubelet 恢复响应后才生效。",
  ending_other: "{{count, number}} 个节点正在关机或移除，不会启动新 Pod。",
  givenUp_other: "{{nodes}} 上的 Pod 保持不变，因为升级失败：请重试升级。",
  nothing: "没有可建议的操作。",
  unread: "未读取 {{kinds}}，无法得知有哪些操作。",
  unreadYet: "正在读取 {{kinds}}，暂时无法得知有哪些操作。",
  noCommand: "没有已知有效的命令。",
  comesUp_other: "暂时无需操作：{{count, number}} 个 Pod 正在启动。",
  lookAt_other: "没有命令能直接修复：原因要看 Pod 的事件、探针和日志。",
  nudge: {
    title: "让控制器再检查一次",
    effect: "在 DaemonSet 上加注解会让控制器再检查：新 Pod 已可用的节点会删掉旧 Pod，更新继续进行。不会产生新的修订版本。",
  },
  known: "它{{fate}}。",
  endsBy: "谁能结束它：{{who}}。",
  doesNotHelp: "不要",
  harms: { raise: "提高额度：会波及更多节点。" },
  room: {
    title: "在 {{nodes}} 上腾出资源",
    effect: "缩减或移走那里的其他 Pod、降低此 DaemonSet 的资源请求，或提高它的优先级：之后 Pod 会自动调度。",
    portTitle_other: "在 {{nodes}} 上空出主机端口 {{ports}}",
    portEffect: "更改其中一个端口：之后 Pod 会自动调度。删除占用端口的 Pod，只有在它不会被重建时才有用。",
  },
  noSurge: {
    title: "先删除旧 Pod：maxSurge 0",
    effect_other: "先删旧 Pod，再创建新 Pod，端口因此空出；同时会有 {{count, number}} 个节点没有 Pod。不会产生新的修订版本。",
  },
  letOn: {
    title: "容忍 {{keys}}",
    effect: "期望数从 {{before, number}} 变为 {{after, number}}。会产生新的修订版本；旧 Pod 按更新策略替换。",
  },
  keepOff: {
    title_other: "避开 {{count, number}} 个节点：{{label}}",
    effect: "期望数从 {{before, number}} 变为 {{after, number}}。会产生新的修订版本；旧 Pod 按更新策略替换。",
  },
  openNodes: {
    title_other: "移除 {{count, number}} 个节点的 {{taints}}",
    effect: "之后其他 Pod 也可能调度到那里。",
  },
  deletePods: {
    title_other: "删除 {{count, number}} 个误调度的 Pod",
    effect_other: "只要污点还在，就不会有新的 Pod 补上。",
  },
  deleteFailing: {
    title_other: "删除 {{count, number}} 个失败的 Pod",
    effect_other: "控制器会按当前修订版本创建新的 Pod。",
  },
  relabel: {
    title: "为节点加上标签：{{labels}}",
    effect_other: "使 {{count, number}} 个节点符合条件。选择旧值或新值的其他工作负载也会随之离开或调度到这些节点。",
    effectAny: "将 NODE 换成确实具备此标签所指之物（例如设备）的节点。选择旧值或新值的其他工作负载也会随之离开或调度到那里。",
  },
  nodes: {
    title: "修复或删除 {{nodes}}",
    effectRest: "节点修复后，那里的新 Pod 才能可用。",
    effectWanted: "节点恢复后，与其状况对应的污点会消失，其上的 Pod 又符合条件。删除节点，其 Pod 也随之消失。",
    effectReady_other: "{{count, number}} 个名额被占用，直到节点接受 Pod 或被删除。",
    effect_other: "{{count, number}} 个名额被 NotReady 的节点占用。节点恢复 Ready 或被删除后，名额才会释放。",
  },
  raise: {
    title: "提高额度：{{field}} {{now}} → {{to}}",
    brief_other: "同时更新的节点多 {{count, number}} 个。",
    effect_other: "同时更新的节点再多 {{count, number}} 个。如果新 Pod 会失败，在那些节点上也会失败。不会产生新的修订版本。",
    effectStopped_other: "之后每次更新 {{count, number}} 个节点；目前一个也不更新。不会产生新的修订版本。",
  },
  hold: {
    title: "暂停（改用 OnDelete）",
    short: "暂停…",
    brief_other: "{{count, number}} 个节点保留旧 Pod。",
    effect: "在 OnDelete 下，只有手动删除的 Pod 才会被替换：删除少数节点上的 Pod 即可做金丝雀发布。不会产生新的修订版本。",
    effectOn_other:
      "在 OnDelete 下，{{count, number}} 个节点会保留旧 Pod，直到手动删除：删除少数节点上的 Pod 即可做金丝雀发布。不会产生新的修订版本。",
  },
  retryUpgrade: {
    short: "重试升级…",
    title: "重试 {{nodes}} 的升级",
    effect: "{{controller}} 会从头升级这些节点。先排除原因。",
  },
  resume: {
    title: "恢复（改回 RollingUpdate）",
    effect: "此后会在额度内替换旧 Pod。不会产生新的修订版本。",
    effectOn_other: "此后会在额度内替换 {{count, number}} 个旧 Pod。不会产生新的修订版本。",
  },
};

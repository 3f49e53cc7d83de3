import { assertNever } from "@daemonscope/kube/assert-never";
import type { LabFault, LabLanguage } from "@daemonscope/shared/http/lab";

type Sentences = Readonly<Record<LabLanguage, string>>;

/** Which watches, as the subject of a sentence. */
function watches(resource: string | undefined): Sentences {
  return resource === undefined
    ? { en: "Every watch", "zh-CN": "所有 watch", "zh-TW": "所有 watch" }
    : { en: `The watch of ${resource}`, "zh-CN": `${resource} 的 watch`, "zh-TW": `${resource} 的 watch` };
}

function sentencesOf(fault: LabFault): Sentences {
  switch (fault.verb) {
    case "drop-watches": {
      const of = watches(fault.resource);
      return fault.how === "reset"
        ? { en: `${of.en} was reset.`, "zh-CN": `${of["zh-CN"]} 的连接被重置。`, "zh-TW": `${of["zh-TW"]} 的連線被重設。` }
        : {
            en: `${of.en} ended, as at its timeout.`,
            "zh-CN": `${of["zh-CN"]} 正常结束，与到期时一样。`,
            "zh-TW": `${of["zh-TW"]} 正常結束，與到期時一樣。`,
          };
    }
    case "stall": {
      const of = watches(fault.resource);
      return {
        en: `${of.en} is open and says nothing.`,
        "zh-CN": `${of["zh-CN"]} 仍连接着，但不再传来任何数据。`,
        "zh-TW": `${of["zh-TW"]} 仍連線著，但不再傳來任何資料。`,
      };
    }
    case "resume": {
      const of = watches(fault.resource);
      return { en: `${of.en} speaks again.`, "zh-CN": `${of["zh-CN"]} 恢复传输。`, "zh-TW": `${of["zh-TW"]} 恢復傳輸。` };
    }
    case "garbage": {
      const of = watches(fault.resource);
      return {
        en: `${of.en} brought a line that is no event.`,
        "zh-CN": `${of["zh-CN"]} 传来一行不是事件的内容。`,
        "zh-TW": `${of["zh-TW"]} 傳來一行不是事件的內容。`,
      };
    }
    case "expire-history":
      return {
        en: "History was forgotten and every watch reset: everything is listed again.",
        "zh-CN": "历史已清除，所有 watch 已重置：全部重新列出。",
        "zh-TW": "歷史已清除，所有 watch 已重設：全部重新列出。",
      };
    case "older-state":
      return {
        en: `The API server came back from a backup of ${fault.secondsAgo} s ago: what was written since is lost.`,
        "zh-CN": `API 服务器从 ${fault.secondsAgo} 秒前的备份恢复：此后写入的内容都丢失了。`,
        "zh-TW": `API 伺服器從 ${fault.secondsAgo} 秒前的備份恢復：此後寫入的內容都遺失了。`,
      };
    case "refuse": {
      const { resource, status, times } = fault;
      return {
        en: times === 1 ? `The next watch of ${resource} gets ${status}.` : `The next ${times} watches of ${resource} get ${status}.`,
        "zh-CN": `${resource} 接下来的 ${times} 次 watch 会收到 ${status}。`,
        "zh-TW": `${resource} 接下來的 ${times} 次 watch 會收到 ${status}。`,
      };
    }
    case "slow":
      return fault.ms > 0
        ? {
            en: `Every answer of the API server takes ${fault.ms} ms longer.`,
            "zh-CN": `API 服务器的每个响应都慢 ${fault.ms} 毫秒。`,
            "zh-TW": `API 伺服器的每個回應都慢 ${fault.ms} 毫秒。`,
          }
        : {
            en: "The API server answers as fast as before.",
            "zh-CN": "API 服务器恢复原来的响应速度。",
            "zh-TW": "API 伺服器恢復原來的回應速度。",
          };
    case "forbid":
      return {
        en: `${fault.resource} may no longer be listed and watched.`,
        "zh-CN": `不再允许 list 和 watch ${fault.resource}。`,
        "zh-TW": `不再允許 list 和 watch ${fault.resource}。`,
      };
    case "allow":
      return {
        en: `${fault.resource} may be listed and watched again.`,
        "zh-CN": `又允许 list 和 watch ${fault.resource} 了。`,
        "zh-TW": `又允許 list 和 watch ${fault.resource} 了。`,
      };
    default:
      return assertNever(fault);
  }
}

/** What was done to the API server, in the reader's language. */
export const faultSentence = (fault: LabFault, language: LabLanguage): string => sentencesOf(fault)[language];

import type { LabLanguage, LabProblemCode } from "@daemonscope/shared/http/lab";

/** Why something was not done: a code and what its sentence names. `message` is what the server said, in English or in the API server's own words. */
export interface LabProblem {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly nearest?: readonly string[];
}

/** What the page itself finds. */
type PageProblemCode = "BadSeed" | "NoServer" | "NoAnswer" | "BegunElsewhere" | "BegunAnewElsewhere";

/** Said, but nothing went wrong. */
const NEWS: readonly string[] = ["BegunElsewhere", "BegunAnewElsewhere"] satisfies readonly PageProblemCode[];
export const isNews = ({ code }: LabProblem): boolean => NEWS.includes(code);

type Sentences = readonly [en: string, zhCN: string, zhTW: string];

/** en, zh-CN, zh-TW; `{name}` is filled in. */
const SENTENCES: Readonly<Record<LabProblemCode | PageProblemCode, Sentences>> = {
  StoryNotFound: ["There is no story “{name}”.", "没有名为“{name}”的故事。", "沒有名為「{name}」的故事。"],
  NoMoreSteps: [
    "The story has no more steps: let time pass, or begin it anew.",
    "故事没有下一步了：可以让时间继续，或重新开始。",
    "故事沒有下一步了：可以讓時間繼續，或重新開始。",
  ],
  AtTheBeginning: [
    "The story stands at its beginning: there is no step before.",
    "故事正停在开头：前面没有步骤了。",
    "故事正停在開頭：前面沒有步驟了。",
  ],
  TooFarIn: [
    "More than {minutes} minutes would have to be played again: begin the story anew.",
    "要重新播放的部分超过 {minutes} 分钟：请重新开始这个故事。",
    "要重新播放的部分超過 {minutes} 分鐘：請重新開始這個故事。",
  ],
  NothingToUndo: ["Nothing was done that can be taken back.", "没有可以撤销的操作。", "沒有可以復原的操作。"],
  StillEnding: [
    "{what} is still being deleted: let time pass, then undo.",
    "{what} 还在删除中：先让时间继续，再撤销。",
    "{what} 還在刪除中：先讓時間繼續，再復原。",
  ],
  UnreadableManifest: ["{detail}", "清单无法解析：{detail}", "清單無法解析：{detail}"],
  EmptyManifest: ["The manifest is empty: paste one first.", "清单是空的：请先粘贴一份。", "清單是空的：請先貼上一份。"],
  ManifestWithoutField: [
    "{where} has no {field}: every manifest names its kind and apiVersion.",
    "{where} 缺少 {field}：每份清单都要写明 kind 和 apiVersion。",
    "{where} 缺少 {field}：每份清單都要寫明 kind 和 apiVersion。",
  ],
  ManifestWithoutName: [
    "{where} is a {kind} without metadata.name: give it one.",
    "{where} 是一个没有 metadata.name 的 {kind}：请给它命名。",
    "{where} 是一個沒有 metadata.name 的 {kind}：請為它命名。",
  ],
  NoMatch: [
    "This simulated cluster does not serve kind {kind} in version {version}.",
    "这个模拟集群不提供 {version} 版本的 {kind}。",
    "這個模擬叢集不提供 {version} 版本的 {kind}。",
  ],
  ContainerNotFound: [
    "There is no container {container} in the template: it has {present}.",
    "模板里没有容器 {container}：它有 {present}。",
    "範本裡沒有容器 {container}：它有 {present}。",
  ],
  PodNotFound: [
    "DaemonSet {daemonSet} has no pod on node {node}.",
    "DaemonSet {daemonSet} 在节点 {node} 上没有 Pod。",
    "DaemonSet {daemonSet} 在節點 {node} 上沒有 Pod。",
  ],
  TaintNotFound: ["Node {node} has no taint {taint}.", "节点 {node} 没有污点 {taint}。", "節點 {node} 沒有污點 {taint}。"],
  HistoryTooShort: [
    "There is no backup of {secondsAgo} s ago: the history of the API server begins later. Let time pass, or choose a later one.",
    "没有 {secondsAgo} 秒前的备份：API 服务器的历史开始得更晚。可以让时间继续，或选更近的备份。",
    "沒有 {secondsAgo} 秒前的備份：API 伺服器的歷史開始得更晚。可以讓時間繼續，或選更近的備份。",
  ],
  BadFault: [
    "The simulated API does not know the fault {fault} of that kind.",
    "模拟的 API 服务器不认识这类对象的故障 {fault}。",
    "模擬的 API 伺服器不認得這類物件的故障 {fault}。",
  ],
  Unreachable: [
    "The simulated cluster does not answer: try again, or begin the story anew.",
    "模拟集群没有响应：请再试一次，或重新开始故事。",
    "模擬叢集沒有回應：請再試一次，或重新開始故事。",
  ],
  UnknownField: [
    "The command {command} cannot be read: it has no field {field}.",
    "命令 {command} 无法解析：它没有字段 {field}。",
    "指令 {command} 無法解析：它沒有欄位 {field}。",
  ],
  MissingField: [
    "The command {command} cannot be read: it needs {field}.",
    "命令 {command} 无法解析：缺少 {field}。",
    "指令 {command} 無法解析：缺少 {field}。",
  ],
  NotAName: [
    "The command {command} cannot be read: {field} is a name, without spaces and slashes.",
    "命令 {command} 无法解析：{field} 是一个名称，不含空格和斜杠。",
    "指令 {command} 無法解析：{field} 是一個名稱，不含空格和斜線。",
  ],
  NotOneOf: [
    "The command {command} cannot be read: {field} is one of {allowed}.",
    "命令 {command} 无法解析：{field} 只能是 {allowed} 之一。",
    "指令 {command} 無法解析：{field} 只能是 {allowed} 之一。",
  ],
  BadCommand: [
    "The command {command} cannot be read: {field} {rule}.",
    "命令 {command} 无法解析：{field} {rule}。",
    "指令 {command} 無法解析：{field} {rule}。",
  ],
  BadSeed: [
    "“{seed}” is no seed: a seed is a whole number from 0 to 4294967295. The story plays with seed {playing}.",
    "“{seed}”不是种子：种子是 0 到 4294967295 的整数。故事以种子 {playing} 播放。",
    "「{seed}」不是種子：種子是 0 到 4294967295 的整數。故事以種子 {playing} 播放。",
  ],
  NoServer: ["The server could not be asked.", "无法向服务器查询。", "無法向伺服器查詢。"],
  NoAnswer: ["The lab answered {status}.", "实验台返回 {status}。", "實驗台傳回 {status}。"],
  BegunElsewhere: [
    "Another story was begun in another window: {story}, seed {seed}.",
    "另一个窗口开始了另一个故事：{story}，种子 {seed}。",
    "另一個視窗開始了另一個故事：{story}，種子 {seed}。",
  ],
  BegunAnewElsewhere: [
    "This story was begun anew in another window, with seed {seed}.",
    "另一个窗口重新开始了这个故事，种子 {seed}。",
    "另一個視窗重新開始了這個故事，種子 {seed}。",
  ],
};

const NEAREST: Sentences = [" The nearest is {nearest}.", "最接近的是 {nearest}。", "最接近的是 {nearest}。"];
const IN_THE_LIST: Sentences = [" All of them stand in the list of stories.", "所有故事都在列表里。", "所有故事都在清單裡。"];
const OR: Sentences = [" or ", " 或 ", " 或 "];
const PLACE: Readonly<Record<LabLanguage, 0 | 1 | 2>> = { en: 0, "zh-CN": 1, "zh-TW": 2 };

const filled = (sentence: string, params: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ""));

/** One sentence in the reader's language; `verbatim` for one in the API server's own words, which are never translated. */
export function problemSentence(
  { code, message, params = {}, nearest = [] }: LabProblem,
  language: LabLanguage,
): { readonly text: string; readonly verbatim: boolean } {
  const at = PLACE[language];
  const sentences: Sentences | undefined = Object.hasOwn(SENTENCES, code) ? SENTENCES[code as keyof typeof SENTENCES] : undefined;
  if (sentences === undefined) return { text: message, verbatim: true };
  const near =
    code !== "StoryNotFound" ? "" : nearest.length === 0 ? IN_THE_LIST[at] : filled(NEAREST[at], { nearest: nearest.join(OR[at]) });
  return { text: filled(sentences[at], params).replaceAll("  ", " ") + near, verbatim: false };
}

/** For the test: every sentence in every language. */
export const ALL_PROBLEM_SENTENCES: readonly (readonly [string, Sentences])[] = Object.entries(SENTENCES);

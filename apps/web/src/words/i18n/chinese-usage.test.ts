import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LAB_FILES } from "../../panels/lab/lab-translator.fixture.ts";
import { words } from "./en/words.ts";
import { words as zhCN } from "./zh-CN/words.ts";
import { words as zhTW } from "./zh-TW/words.ts";

/** The place of a text, and the text. */
type Text = readonly [where: string, text: string];
type Chinese = "zh-CN" | "zh-TW";

const ROOT = join(import.meta.dirname, "../../../../..");
const SIMULATOR = "packages/simulator/src";
const BOTH = ["zh-CN", "zh-TW"] as const;

function pageTexts(tree: object, path = ""): Text[] {
  return Object.entries(tree).flatMap(([key, value]): Text[] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : pageTexts(value as object, `${path}${key}.`),
  );
}

/** The stories and lessons are in another package, so the test reads their files as text. */
function storyTexts(language: Chinese): Text[] {
  const files = readdirSync(join(ROOT, SIMULATOR), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith("-words.ts") || /^course\/.*(?<!\.test)\.ts$/.test(name),
  );
  return files.flatMap((name): Text[] =>
    [...readFileSync(join(ROOT, SIMULATOR, name), "utf8").matchAll(new RegExp(`"${language}":\\s*"([^"]*)"`, "g"))].map((found) => [
      name,
      found[1] ?? "",
    ]),
  );
}

/** Returns the texts of the README and the docs, without links, names of languages, and lines of JSON. */
function docTexts(language: Chinese): Text[] {
  const pages = readdirSync(join(ROOT, "docs", language)).map((name) => `docs/${language}/${name}`);
  return [`README.${language}.md`, ...pages].flatMap((name) => {
    const prose = readFileSync(join(ROOT, name), "utf8")
      .replaceAll(/\]\([^)]*\)/g, "]")
      .replaceAll(/简体中文|繁體中文/g, "")
      .replaceAll(/^[ {]"\w+".*$/gm, "");
    return prose.split("\n").flatMap((line, at) => line.split("|").map((cell): Text => [`${name}:${at + 1}`, cell.trim()]));
  });
}

const PAGE: Readonly<Record<Chinese, readonly Text[]>> = { "zh-CN": pageTexts(zhCN), "zh-TW": pageTexts(zhTW) };
const TEXTS: Readonly<Record<Chinese, readonly Text[]>> = {
  "zh-CN": [...PAGE["zh-CN"], ...storyTexts("zh-CN"), ...pageTexts(LAB_FILES["zh-CN"]), ...docTexts("zh-CN")],
  "zh-TW": [...PAGE["zh-TW"], ...storyTexts("zh-TW"), ...pageTexts(LAB_FILES["zh-TW"]), ...docTexts("zh-TW")],
};
const textsMatching = (language: Chinese, wrong: RegExp) => TEXTS[language].filter(([, text]) => wrong.test(text));

/** One concept per row: the zh-CN term, that term in the other script, the zh-TW term, that term in the other
 *  script. The second is never written in zh-TW, the fourth never in zh-CN; `-` if both use the same term. Cells
 *  are patterns, because a term may be part of another correct word. */
const TERMS = `
  默认 默認 預設 预设
  信息 信息 資訊 资讯
  消息 消息 訊息 讯息
  数据 數據 資料 资料
  网络 網絡 網路 网路
  内存 內存 記憶體 记忆体
  磁盘 磁盤 磁碟 磁碟
  服务器 服務器 伺服器 伺服器
  客户端 客戶端 用戶端 用户端
  用户 用戶(?!端) 使用者 使用者
  界面 界面 介面 介面
  窗口 窗口 視窗 视窗
  屏幕 屏幕 螢幕 萤幕
  鼠标 鼠標 滑鼠 滑鼠
  菜单 菜單 選單 选单
  点击 點擊 點選 (?<!节)点选
  链接 鏈接 連結 连结
  连接 連接(?!埠|著) 連線 连线
  端口 (?<!連)端口 連接埠 连接埠
  地址 地址 位址 位址
  集群 集群 叢集 丛集
  节点池 節點池 節點集區 集区
  调度 調度 排程 排程
  优先级 優先級 優先權 优先权|优先顺序
  镜像 鏡像(?!\\s?Pod) 映像檔 映像档
  进程 進程 行程 行程
  线程 線程 執行緒 执行绪
  队列 隊列 佇列 伫列
  缓存 緩存 快取 快取
  日志 日志 日誌 -
  模板 模板 範本 范本
  设置 設置 設定 设定
  配置 配置 組態 组态
  访问 訪問 存取 存取
  对象 對象 物件 物件
  属主 屬主 擁有者 拥有者
  字段 字段 欄位 栏位
  字符 字符 字元 字元
  变量 變量 變數 变数
  函数 函數 函式 函式
  正则表达式 正則 正規表示式 正规表示
  匹配 匹配 符合 -
  单元格 單元格 儲存格 储存格
  程序 程序 程式 程式
  驱动 驅動(?!程式) 驅動程式 -
  软件 軟件 軟體 软体
  硬件 硬件 硬體 硬体
  文件 文件 檔案 档案
  仓库 倉庫 儲存庫 储存库
  保存 保存 儲存 储存
  加载 加載 載入 载入
  导出 (?<!推)導出 匯出 汇出
  导入 導入 匯入 汇入
  查看 查看 檢視 检视
  搜索 搜索 搜尋 搜寻
  打印 打印 列印 列印
  剪贴板 剪貼板 剪貼簿 剪贴簿
  快捷键 快捷鍵 快速鍵 快速键
  电子表格 電子表格 試算表 试算表
  命令 命令(?!列) 指令 指令
  命令行 命令行 命令列 命令列
  创建 創建 建立 -
  添加 添加 新增 -
  运行 運行 執行 -
  发送 發送 傳送 传送
  获取 獲取 取得 取得
  返回 返回 傳回 传回
  响应 響應 回應 回应
  调用 調用 呼叫 呼叫
  调试 調試 偵錯 侦错
  撤销 撤銷 復原 (?<!恢)复原
  只读 只讀(?!取|不) 唯讀 唯读
  回滚 回滾 復原 (?<!恢)复原
  崩溃 崩潰 當機 当机
  超时 超時 逾時 逾时
  登录 登錄 登入 登入
  刷新 刷新 重新整理 重新整理
  支持 支持 支援 支援
  实时 實時 即時 即时
  当前 當前 目前 -
  运维 運維 維運 维运
  采集 採集 收集 -
  通过 - 透過 透过
`;
const ROWS = TERMS.trim()
  .split("\n")
  .map((row) => row.trim().split(" "));
const forbiddenPattern = (column: number) =>
  new RegExp([...ROWS.map((row) => row[column] ?? "").filter((word) => word !== "-"), "您", "API server"].join("|"));
const FORBIDDEN: Readonly<Record<Chinese, RegExp>> = { "zh-TW": forbiddenPattern(1), "zh-CN": forbiddenPattern(3) };

test("an agent of a node has one name on the page", () => {
  for (const language of BOTH)
    expect(PAGE[language].filter(([, text]) => /[个個]代理(?!程[序式])|代理[数數均未]|^Agent$/.test(text))).toEqual([]);
});

test("zh-TW has no mainland term, zh-CN no Taiwan term, and neither an English term for the API server", () => {
  expect(ROWS.filter((row) => row.length !== 4 || row.includes(""))).toEqual([]);
  for (const language of BOTH) expect(textsMatching(language, FORBIDDEN[language])).toEqual([]);
});

test.each(BOTH)("%s puts a space between Chinese and Latin letters, digits and counts", (language) => {
  const letters = /\p{Script=Han}[A-Za-z0-9`]|[A-Za-z0-9`%]\p{Script=Han}/u;
  const counts = /\p{Script=Han}\{\{\w+, number\}\}|\{\{\w+, number\}\}\p{Script=Han}/u;
  expect([...textsMatching(language, letters), ...textsMatching(language, counts)]).toEqual([]);
});

test.each(BOTH)("%s has full-width punctuation, its own quotes, and no space next to them", (language) => {
  const narrow = /\p{Script=Han}[,;:?!()"']|[,;?!()"']\p{Script=Han}|\.\.\./u;
  const spaced = /[ ][，。；：？！、（）「」“”]|[，。；：？！、（）「」“”][ ](?!\[)/u;
  const quotes = language === "zh-CN" ? /[「」『』]/ : /[“”‘’]/;
  expect([...textsMatching(language, narrow), ...textsMatching(language, spaced), ...textsMatching(language, quotes)]).toEqual([]);
});

test.each(BOTH)("%s never uses available for ready, or ready for available", (language) => {
  const english = new Map(pageTexts(words));
  const differing = PAGE[language].filter(([path, chinese]) => {
    const text = chinese.replaceAll(/minReadySeconds|可用[区區]|就[绪緒]探[针針]/g, "");
    const englishText = (english.get(path) ?? "").replaceAll("maxUnavailable", "");
    // Ready for minReadySeconds means available.
    const hasSameAvailability = englishText.includes("minReadySeconds") || /可用/.test(text) === /available/i.test(englishText);
    const hasReady = /ready/i.test(englishText.replaceAll(/minReadySeconds|already/gi, ""));
    return !hasSameAvailability || /就[绪緒]|Ready/.test(text) !== hasReady;
  });
  expect(differing).toEqual([]);
});

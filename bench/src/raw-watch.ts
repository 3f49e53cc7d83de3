import { readFileSync } from "node:fs";
import { request } from "node:https";
import { answerLines } from "./program.ts";

/**
 * A raw watch of one DaemonSet and of its pods at a real API server, in a separate process and without our code. The
 * arrival of a line's last byte is the time of the event. Lines on its standard input request the events since the last
 * one.
 */
const [kubeconfig = "", namespace = "", name = ""] = process.argv.slice(2);
const text = readFileSync(kubeconfig, "utf8");
const settingOf = (key: string): string => new RegExp(`${key}: "?([^"\\s]+)`).exec(text)?.[1] ?? "";
const server = new URL(settingOf("server"));
const [ca, cert, key] = ["certificate-authority-data", "client-certificate-data", "client-key-data"].map((each) =>
  Buffer.from(settingOf(each), "base64"),
);
const COUNTS = ["desiredNumberScheduled", "currentNumberScheduled", "numberReady", "updatedNumberScheduled", "numberAvailable"] as const;

interface WatchLine {
  readonly type: string;
  readonly object: {
    readonly metadata: {
      readonly uid: string;
      readonly resourceVersion: string;
      readonly deletionTimestamp?: string;
      readonly labels?: Readonly<Record<string, string>>;
    };
    readonly spec?: { readonly nodeName?: string };
    readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] } & Readonly<
      Record<string, unknown>
    >;
  };
}

let statuses: { readonly atMs: number; readonly counts: readonly number[] }[] = [];
let pods: { readonly atMs: number; readonly node: string; readonly what: "ready" | "terminating"; readonly hash: string | undefined }[] =
  [];
let events = 0;
/** The last state of each pod, so that each change is one event. */
const lastStates = new Map<string, "ready" | "terminating" | undefined>();

function takeStatus({ object }: WatchLine, atMs: number): void {
  const counts = COUNTS.map((field) => Number(object.status?.[field] ?? 0));
  if (counts.join() !== statuses.at(-1)?.counts.join()) statuses.push({ atMs, counts });
}

function takePod({ type, object: { metadata, spec, status } }: WatchLine, atMs: number): void {
  events++;
  if (type === "DELETED") return void lastStates.delete(metadata.uid);
  const isReady = status?.conditions?.some((each) => each.type === "Ready" && each.status === "True") === true;
  const what = metadata.deletionTimestamp !== undefined ? "terminating" : isReady ? "ready" : undefined;
  if (what === lastStates.get(metadata.uid)) return;
  lastStates.set(metadata.uid, what);
  if (what !== undefined && isFollowing)
    pods.push({ atMs, node: spec?.nodeName ?? "", what, hash: metadata.labels?.["controller-revision-hash"] });
}

function watch(path: string, take: (line: WatchLine, atMs: number) => void): void {
  let version = "";
  const open = () => {
    const from = version === "" ? "sendInitialEvents=true&resourceVersionMatch=NotOlderThan" : `resourceVersion=${version}`;
    let rest = "";
    request(
      { host: server.hostname, port: server.port, path: `${path}watch=true&allowWatchBookmarks=true&${from}`, ca, cert, key },
      (response) => {
        response.on("data", (chunk: Buffer) => {
          const atMs = performance.timeOrigin + performance.now();
          const lines = (rest + chunk.toString("utf8")).split("\n");
          rest = lines.pop() ?? "";
          for (const each of lines) {
            const line = JSON.parse(each) as WatchLine;
            if (line.type === "ERROR") throw new Error(`the raw watch cannot go on: ${each}`);
            version = line.object.metadata.resourceVersion;
            if (line.type !== "BOOKMARK") take(line, atMs);
          }
        });
        response.on("close", open);
      },
    ).end();
  };
  open();
}

let isFollowing = false;
watch(`/apis/apps/v1/namespaces/${namespace}/daemonsets?fieldSelector=metadata.name%3D${name}&`, takeStatus);
watch(`/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${name}&`, takePod);
await answerLines(() => {
  isFollowing = true;
  const answer = { statuses, pods, events };
  statuses = statuses.slice(-1);
  pods = [];
  events = 0;
  return answer;
});

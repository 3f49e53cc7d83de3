import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DrivenBrowser } from "./driven-browser.ts";

interface Reply {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
}

interface Evaluated {
  readonly type: "success" | "exception";
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Returns the address that Firefox listens on and prints at its start. */
function listenAddress(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let output = "";
    child.stderr?.on("data", (part: Buffer) => {
      output += part.toString();
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output);
      if (found?.[1] !== undefined) done(found[1]);
    });
    child.on("exit", () => failed(new Error(`Firefox ended before it listened: ${output.slice(-500)}`)));
  });
}

function openSocket(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  return new Promise((done, failed) => {
    socket.addEventListener("open", () => done(socket));
    socket.addEventListener("error", () => failed(new Error(`Firefox cannot be reached at ${address}`)));
  });
}

/** Firefox without a window, over WebDriver BiDi (https://w3c.github.io/webdriver-bidi). */
export async function startFirefox(executable: string, width: number, height: number): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "daemonscope-firefox-"));
  const child = spawn(executable, ["--headless", "--remote-debugging-port=0", "--profile", profile], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const socket = await openSocket(`${await listenAddress(child)}/session`);
  const waiting = new Map<number, (reply: Reply) => void>();
  const complaints: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.method === "log.entryAdded" && reply.params?.level === "error") complaints.push(reply.params.text ?? "");
    else if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let lastId = 0;
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = ++lastId;
    const reply = await new Promise<Reply>((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (reply.type === "error") throw new Error(`${method}: ${reply.message}`);
    return reply.result as T;
  };
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send<{ contexts: readonly { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context;
  await send("browsingContext.setViewport", { context, viewport: { width, height } });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    goTo: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async <T>(expression: string) => {
      const params = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: true };
      const { type, result, exceptionDetails } = await send<Evaluated>("script.evaluate", params);
      if (type === "exception") throw new Error(exceptionDetails?.text);
      return JSON.parse(result?.value ?? "null") as T;
    },
    complaints: () => complaints,
    close: async () => {
      const ended = new Promise((done) => child.on("exit", done));
      await send("browser.close", {}).catch(() => child.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { DrivenBrowser } from "./driven-browser.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const TRIES = 50;
const PAUSE_MS = 100;

/**
 * Starts WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2), which does not report the console. `driver`: path
 * of WebKitWebDriver.
 */
export async function startWebKit(driver: string, width: number, height: number): Promise<DrivenBrowser> {
  const port = await freePort();
  const options = [`--port=${port}`, "--host=127.0.0.1"];
  // The driver needs a display. Without one, xvfb-run provides a virtual one.
  const [command, ...more] = process.env.DISPLAY === undefined ? ["xvfb-run", "-a", driver] : [driver];
  const child = spawn(command ?? driver, [...more, ...options], { stdio: "ignore", detached: true });
  const ask = async <T>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const { value } = (await response.json()) as { value: T & { readonly message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  };
  const isReady = () =>
    ask<{ ready: boolean }>("GET", "/status").then(
      ({ ready }) => ready,
      () => false,
    );
  for (let tries = 0; tries < TRIES && !(await isReady()); tries++) await new Promise((done) => setTimeout(done, PAUSE_MS));
  const window = process.env.E2E_MINIBROWSER === undefined ? {} : { binary: process.env.E2E_MINIBROWSER, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": window } };
  const session = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>("POST", "/session", { capabilities });
  const sessionPath = `/session/${session.sessionId}`;
  await ask("POST", `${sessionPath}/window/rect`, { width, height });
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    goTo: async (url) => {
      await ask("POST", `${sessionPath}/url`, { url });
    },
    evaluate: async <T>(expression: string) =>
      JSON.parse(
        await ask<string>("POST", `${sessionPath}/execute/sync`, { script: `return JSON.stringify(${expression})`, args: [] }),
      ) as T,
    complaints: () => [],
    close: async () => {
      await ask("DELETE", sessionPath).catch(() => undefined);
      const ended = once(child, "exit");
      // The driver, its window and the display are a separate process group.
      if (child.pid !== undefined) process.kill(-child.pid);
      await ended;
    },
  };
}

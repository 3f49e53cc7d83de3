import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { CREDENTIALS_UNUSABLE } from "@daemonscope/kube-client/connect/connection";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterAll, expect, it } from "vitest";
import { parseCommand } from "../options/parse-command.ts";
import { serve } from "../serve/serve.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-secret-place-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const labels = { app: "logs" };
const LOGS = {
  metadata: { name: "logs", namespace: "kube-system", uid: "d1", generation: 1, resourceVersion: "5" },
  spec: {
    selector: { matchLabels: labels },
    updateStrategy: { type: "RollingUpdate" },
    template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
  status: { observedGeneration: 1 },
};

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** The API server's reviews: `all` may read everything, `part` one namespace; the tokens are the user names. */
async function reviewed(raw: IncomingMessage): Promise<object> {
  const user = (raw.headers.authorization ?? "").replace("Bearer ", "");
  const review = await textOf(raw);
  const allowed = user === "all" || (user === "part" && review.includes('"namespace"'));
  return { status: { allowed, userInfo: { username: user, groups: [] } } };
}

async function answer(path: string, isWatch: boolean, raw: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(raw.method === "POST" ? 201 : 200, { "content-type": "application/json" });
  if (raw.method === "POST") return void response.end(JSON.stringify(await reviewed(raw)));
  if (path === "/version") return void response.end('{"major":"1","minor":"30","gitVersion":"v1.30.0"}');
  if (path === "/livez") return void response.end("ok");
  const items = path.endsWith("/daemonsets") ? [LOGS] : [];
  if (!isWatch) return void response.end(JSON.stringify({ metadata: { resourceVersion: "5" }, items }));
  response.flushHeaders();
  // Each watch ends soon, so that the next request needs the credentials again.
  setTimeout(() => response.end(), 20);
}

type Spoilt = "token file" | "certificate authority" | "client key" | "credential plugin";

/** A kubeconfig with valid files, and a function that breaks one of them. */
function kubeconfig(server: string, spoilt: Spoilt): { readonly path: string; readonly spoil: () => void } {
  const ca = write(`${spoilt} ca.crt`, TEST_CERTIFICATE);
  const cert = write(`${spoilt} client.crt`, TEST_CERTIFICATE);
  const key = write(`${spoilt} client.key`, TEST_KEY);
  const token = write(`${spoilt} token`, "good");
  const plugin = write(
    `${spoilt} plugin.mjs`,
    `console.log(JSON.stringify({ kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1",
      status: { token: "good", expirationTimestamp: new Date(Date.now() + 100).toISOString() } }));`,
  );
  // The error of a failing plugin names its command.
  const command = join(folder, "plugin-command");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command, args: [plugin], interactiveMode: "Never" };
  const [user, file] = {
    "token file": [{ tokenFile: token }, token],
    "certificate authority": [{ token: "good" }, ca],
    "client key": [{ "client-certificate": cert, "client-key": key }, key],
    "credential plugin": [{ exec }, plugin],
  }[spoilt] as [object, string];
  const config = {
    clusters: [{ name: "c", cluster: { server, "certificate-authority": ca } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  };
  return { path: write(`${spoilt} config`, JSON.stringify(config)), spoil: () => rmSync(file) };
}

const LOGS_QUERY = "namespace=kube-system&daemonSet=logs";
const PATHS = [
  "/api/keyframe",
  "/api/rights",
  `/api/revisions?${LOGS_QUERY}`,
  `/api/events?${LOGS_QUERY}`,
  `/api/reach?${LOGS_QUERY}`,
  `/api/logs?${LOGS_QUERY}`,
  `/api/yaml?${LOGS_QUERY}`,
  "/api/pod?namespace=kube-system&pod=logs-1",
  "/api/node-capacity?name=n1",
  "/api/history",
  "/api/acting",
];

async function served(spoilt: Spoilt, auth: "token" | "none") {
  const api = await startRawApiServer(({ path, isWatch }, response, raw) => void answer(path, isWatch, raw, response), {
    tls: { key: TEST_KEY, cert: TEST_CERTIFICATE },
  });
  const { path, spoil } = kubeconfig(api.url, spoilt);
  const stop = new AbortController();
  const terminal = { ...capturedTerminal(), stop: stop.signal };
  const words = ["serve", "--auth", auth, "--kubeconfig", path, "--no-open", "--port", "0", "--log-level", "silent"];
  const command = parseCommand(words, {}, "test");
  if (command.kind !== "serve") throw new Error(command.kind);
  const ended = serve(command.config, terminal);
  let url = "";
  await until(() => {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(terminal.out())?.[0] ?? "";
    return url !== "";
  });
  const signIn = async (token: string) => {
    const answer = await fetch(`${url}/api/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(204);
    return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  };
  const get = async (at: string, cookie = "") => (await fetch(`${url}${at}`, { headers: { cookie } })).text();
  /** Resolves when this user's state contains the text. */
  const shows = async (text: string, cookie?: string): Promise<void> => {
    while (!(await get("/api/keyframe", cookie)).includes(text)) await new Promise((done) => setImmediate(done));
  };
  const end = async () => {
    stop.abort();
    await ended;
    await api.close();
  };
  return { terminal, spoil, signIn, get, shows, end };
}

it.each<Spoilt>(["token file", "certificate authority", "client key", "credential plugin"])(
  "users learn that the server's credentials are unusable, and only the terminal names the file: a spoilt %s",
  async (spoilt) => {
    const { terminal, spoil, signIn, get, shows, end } = await served(spoilt, "token");
    const [all, part, late] = [await signIn("all"), await signIn("part"), await signIn("late")];
    for (const cookie of [all, part]) await shows("kube-system", cookie);
    spoil();
    for (const cookie of [all, part]) await shows("retrying", cookie);
    for (const cookie of [all, part, late]) for (const path of PATHS) expect(await get(path, cookie), path).not.toContain(folder);
    await shows(CREDENTIALS_UNUSABLE, part);
    expect(terminal.warnings.join(" ")).toContain(folder);
    await end();
  },
  60_000,
);

it("the owner of a server without sign-in learns the name of the spoilt file", async () => {
  const { spoil, shows, end } = await served("token file", "none");
  await shows("kube-system");
  spoil();
  await shows(folder);
  await end();
});

// A server over a generated large cluster, for benchmarks of event loop delays.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked, end, endedWithUs, MAIN, ready, started, wait } from "./processes.mjs";

const here = join(import.meta.dirname, "..");

/** A source of lists and watches only, whose pods change at the requested rate. */
async function fleetSource(kubeconfig, { nodes, daemonSets }) {
  const source = asked([join(here, "dist/fleet-source.js"), String(nodes), String(daemonSets)]);
  const { port } = await source.nextLine();
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}"}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`,
  );
  return source;
}

/** The simulator's large cluster: every object can be read and written, and nothing changes by itself. */
async function simulatorSource(kubeconfig, { nodes, main }) {
  const args = ["simulate", "big-cluster", "--clock=manual", "--nodes", String(nodes), "--write-kubeconfig", kubeconfig];
  return started(process.execPath, [main, ...args], /KUBECONFIG=/);
}

/**
 * Starts a source and a server that watches it. `main` is the program that serves, with `flags`. `simulated` selects
 * the simulator instead of the source of lists and watches.
 */
export async function latencyServer({ nodes, daemonSets, main = MAIN, simulated = false, flags = [] }) {
  const folder = mkdtempSync(join(tmpdir(), "bench-latency-"));
  const kubeconfig = join(folder, "kubeconfig");
  const source = await (simulated ? simulatorSource : fleetSource)(kubeconfig, { nodes, daemonSets, main });
  const serve = [main, "serve", "--kubeconfig", kubeconfig, "--no-open", "--port", "0", ...flags];
  const server = endedWithUs(
    spawn(process.execPath, ["--require", join(here, "harness/loop-turns.cjs"), ...serve], { stdio: ["ignore", "pipe", "pipe"] }),
  );
  let resolveTurn = () => undefined;
  const port = await new Promise((done, failed) => {
    let text = "";
    const read = (chunk) => {
      text += chunk;
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n")) {
        const line = text.slice(0, at);
        text = text.slice(at + 1);
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line);
        if (found !== null) done(Number(found[1]));
        if (line.startsWith("turns ")) resolveTurn(JSON.parse(line.slice(6)));
      }
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
  });
  await ready(`http://127.0.0.1:${port}`);
  await wait(3000);
  return {
    port,
    /** Changes this number of pods in each second from now on. */
    change: (changes) => source.ask({ changes }),
    /** Returns `loopMs` and `wallMs` of the longest event loop turn since the last call. */
    longestTurn: () =>
      new Promise((done) => {
        resolveTurn = done;
        server.kill("SIGUSR2");
      }),
    async stop() {
      await end(server);
      await end(source.child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends a request, and returns the status, the bytes, the latency and the text. */
export function ask(port, path, { method = "GET", body, agent, headers = {} } = {}) {
  const began = performance.now();
  return new Promise((done) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const answer = Buffer.concat(chunks);
          done({ status: response.statusCode, bytes: answer.length, ms: performance.now() - began, text: () => answer.toString("utf8") });
        });
      },
    );
    request.on("error", () => done({ status: 0, bytes: 0, ms: performance.now() - began, text: () => "" }));
    request.end(body);
  });
}

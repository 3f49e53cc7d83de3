import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTime } from "./in-time.ts";

/** A proxy of Debian, in front of the product. */
interface RealProxy {
  readonly url: string;
  stop(): Promise<void>;
}

export const isInstalled = (name: "nginx" | "haproxy"): boolean => spawnSync(name, ["-v"]).status === 0;

/** Returns a port that was free a moment ago, because these proxies do not support port 0. */
export const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

async function started(child: ChildProcess, url: string, folder: string): Promise<RealProxy> {
  let isThere = false;
  const ask = async () => {
    isThere = await fetch(url).then(
      () => true,
      () => false,
    );
  };
  const poll = setInterval(() => void ask(), 100);
  try {
    await inTime("the proxy answers", 20_000, () => isThere);
  } finally {
    clearInterval(poll);
  }
  return {
    url,
    async stop() {
      const ended = new Promise<void>((done) => child.once("exit", () => done()));
      child.kill("SIGTERM");
      // nginx waits for open connections otherwise.
      child.kill("SIGQUIT");
      const forced = setTimeout(() => child.kill("SIGKILL"), 2000);
      await ended;
      clearTimeout(forced);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts nginx with the settings of its package, and these in addition to `proxy_pass`. */
export async function startNginx(port: number, target: string, more = ""): Promise<RealProxy> {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-nginx-"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(" ");
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
events {}
http {
  access_log off; ${temporary}
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; proxy_set_header Host $http_host; ${more} } }
}
`,
  );
  const child = spawn("nginx", ["-c", file, "-e", join(folder, "error.log")], { stdio: "ignore" });
  return started(child, `http://127.0.0.1:${port}`, folder);
}

/** Starts haproxy with the timeouts of Debian's package. */
export async function startHaproxy(port: number, target: string): Promise<RealProxy> {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5000
  timeout client 50000
  timeout server 50000
frontend page
  bind 127.0.0.1:${port}
  default_backend product
backend product
  server product ${target.replace("http://", "")}
`,
  );
  return started(spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" }), `http://127.0.0.1:${port}`, folder);
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { type SigningCluster, startSigningCluster } from "../tests/signing-cluster.fixture.ts";
import { cannotRun } from "./step.ts";

const SECRET = "a secret that only the proxy and the server know";
const USER = "anna@example.org";
const PASSWORD = "right";
const GROUP = "dev";

/** A proxy of Debian that signs users in by name and password, and sends the name with the secret. */
interface ProxyKind {
  readonly name: string;
  readonly package: string;
  /** Arguments that print the version. */
  readonly version: readonly string[];
  /** Writes the configuration, and returns the arguments of the process. */
  configure(folder: string, port: number, to: URL): readonly string[];
}

const NGINX: ProxyKind = {
  name: "nginx",
  package: "nginx-light",
  version: ["-v"],
  configure(folder, port, to) {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((each) => `${each}_temp_path ${join(folder, each)};`)
      .join(" ");
    writeFileSync(join(folder, "users"), `${USER}:{PLAIN}${PASSWORD}\n`);
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
events {}
http {
  access_log off; ${temporary}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${join(folder, "tls.pem")}; ssl_certificate_key ${join(folder, "tls.pem")};
    auth_basic "Daemonscope"; auth_basic_user_file ${join(folder, "users")};
    location / {
      proxy_pass ${to.origin};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Authorization "";
      proxy_set_header X-Forwarded-User $remote_user;
      proxy_set_header X-Forwarded-Groups "${GROUP}";
      proxy_set_header X-Daemonscope-Secret "${SECRET}";
    }
  }
}
`,
    );
    return ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  },
};

const HAPROXY: ProxyKind = {
  name: "haproxy",
  package: "haproxy",
  version: ["-v"],
  configure(folder, port, to) {
    writeFileSync(
      join(folder, "haproxy.cfg"),
      `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
userlist people
  user ${USER} insecure-password ${PASSWORD}
frontend page
  bind 127.0.0.1:${port} ssl crt ${join(folder, "tls.pem")}
  http-request auth realm Daemonscope unless { http_auth(people) }
  http-request set-header X-Forwarded-User %[http_auth_user]
  http-request set-header X-Forwarded-Groups "${GROUP}"
  http-request set-header X-Daemonscope-Secret "${SECRET}"
  http-request del-header Authorization
  default_backend server
backend server
  server one ${to.host}
`,
    );
    return ["-f", join(folder, "haproxy.cfg")];
  },
};

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

let simulator: Simulator;
let cluster: SigningCluster;
test.beforeAll(async () => {
  simulator = await startSimulator("tour");
  cluster = await startSigningCluster(simulator.url);
});
test.afterAll(async () => {
  await cluster?.close();
  await simulator?.stop();
});

for (const kind of [NGINX, HAPROXY])
  test(`G26 --auth proxy behind a real ${kind.name}: its users see the cluster, and others and forged names do not`, async ({
    browser,
  }) => {
    if (spawnSync(kind.name, kind.version).status !== 0)
      cannotRun(`there is no ${kind.name} on this machine: apt-get install ${kind.package}`);
    const folder = mkdtempSync(join(tmpdir(), `daemonscope-${kind.name}-`));
    // nginx reads the list of users as another user if it was started by root.
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "tls.pem"), `${TEST_CERTIFICATE}\n${TEST_KEY}\n`);
    writeFileSync(join(folder, "secret"), SECRET);
    const port = await freePort();
    const url = `https://127.0.0.1:${port}/`;
    const product: Daemonscope = await startDaemonscope([
      "--kubeconfig",
      cluster.kubeconfig,
      "--auth=proxy",
      "--proxy-from=127.0.0.1",
      `--proxy-secret-file=${join(folder, "secret")}`,
      `--public-url=${url}`,
    ]);
    const proxy: ChildProcess = spawn(kind.name, kind.configure(folder, port, new URL(product.url)), { stdio: "ignore" });
    try {
      const isThere = () => spawnSync("curl", ["-ks", "-o", "/dev/null", url]).status === 0;
      await expect.poll(isThere, { message: `${kind.name} answers` }).toBe(true);
      const contextOf = (password: string, headers: Readonly<Record<string, string>> = {}) =>
        browser.newContext({
          ignoreHTTPSErrors: true,
          httpCredentials: { username: USER, password, send: "always" },
          extraHTTPHeaders: { ...headers },
        });

      const anna = await contextOf(PASSWORD);
      const page = await anna.newPage();
      await page.goto(url);
      await expect(page.locator('[data-key="logging/fluent-bit"]')).toBeVisible();
      await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");

      const identity = async (headers?: Readonly<Record<string, string>>) => {
        const context = await contextOf(PASSWORD, headers);
        const answer = await (await context.request.get(`${url}api/session`)).json();
        await context.close();
        return answer;
      };
      // The proxy replaces the headers that a client forges.
      expect(await identity({ "x-forwarded-user": "root", "x-forwarded-groups": "admins" })).toEqual(await identity());
      expect(JSON.stringify(await identity())).toContain(USER);

      const stranger = await contextOf("wrong");
      expect((await stranger.request.get(`${url}api/keyframe`)).status()).toBe(401);
      // Past the proxy: without the secret, and with a name.
      const past = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-user": USER } });
      expect((await past.request.get(`${new URL(product.url).origin}/api/keyframe`)).status()).toBeGreaterThanOrEqual(400);
      for (const context of [anna, stranger, past]) await context.close();
    } finally {
      proxy.kill("SIGTERM");
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { expect, type Page, test } from "@playwright/test";
import { agent } from "../cluster/manifests.ts";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { type SigningCluster, startSigningCluster } from "../tests/signing-cluster.fixture.ts";
import { cannotRun } from "./step.ts";

const hasNginx = () => spawnSync("nginx", ["-v"]).status === 0;
const folder = mkdtempSync(join(tmpdir(), "daemonscope-nginx-"));
const PREFIX = "/tools/daemonscope/";

let simulator: Simulator;
let cluster: SigningCluster;
let nginx: ChildProcess | undefined;
let product: Daemonscope | undefined;

/** Returns a port that was free a moment ago, because nginx does not support port 0. */
const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

/** Starts a real nginx with TLS that forwards the paths below the prefix. */
async function startNginx(port: number, passTo: string): Promise<ChildProcess> {
  writeFileSync(join(folder, "tls.crt"), TEST_CERTIFICATE);
  writeFileSync(join(folder, "tls.key"), TEST_KEY);
  const file = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(" ");
  writeFileSync(
    file,
    `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
events {}
http {
  access_log off; ${temporary}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${join(folder, "tls.crt")}; ssl_certificate_key ${join(folder, "tls.key")};
    location ${PREFIX} {
      proxy_pass ${passTo};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`,
  );
  const child = spawn("nginx", ["-c", file, "-e", join(folder, "error.log")], { stdio: "ignore" });
  const url = `https://127.0.0.1:${port}/`;
  const isThere = () => spawnSync("curl", ["-ks", "-o", "/dev/null", url]).status === 0;
  await expect.poll(isThere, { message: "nginx answers" }).toBe(true);
  return child;
}

test.beforeAll(async () => {
  simulator = await startSimulator("tour");
  cluster = await startSigningCluster(simulator.url);
  cluster.people.set("of-anna", { userName: "anna@example.org" });
});
test.afterEach(async () => {
  nginx?.kill("SIGTERM");
  await product?.stop();
  nginx = undefined;
  product = undefined;
});
test.afterAll(async () => {
  await cluster?.close();
  await simulator?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Uses the page as a user does in a minute, below the prefix. Checks that no request goes elsewhere. */
async function walk(page: Page, url: string): Promise<void> {
  const outside: string[] = [];
  const failed: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) outside.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && response.status() !== 401) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url);
  await page.getByRole("textbox", { name: "Bearer token" }).fill("of-anna");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator('[data-key="logging/fluent-bit"] [data-name] a').click();
  await expect(page).toHaveURL(`${url}daemonsets/logging/fluent-bit`);
  await page.reload();
  await expect(page.getByRole("heading", { name: "fluent-bit" }).first()).toBeVisible();
  await page.goto(`${url}nodes?view=table`);
  await expect(page.getByRole("columnheader").first()).toBeVisible();
  // The stream passes the proxy: changes of the cluster appear without a reload.
  await page.goto(url);
  await expect(page.locator('[data-key="logging/fluent-bit"]')).toBeVisible();
  const daemonSets = `${simulator.url}/apis/apps/v1/namespaces/default/daemonsets`;
  await fetch(daemonSets, { method: "POST", headers: { "content-type": "application/json" }, body: agent({ name: "newcomer" }) });
  await expect(page.locator('[data-key="default/newcomer"]')).toBeVisible();
  await fetch(`${daemonSets}/newcomer`, { method: "DELETE" });
  await expect(page.locator('[data-key="default/newcomer"]')).toHaveCount(0);
  await page.goto(`${url}docs`);
  await expect(page).toHaveTitle(/Daemonscope/);
  expect([outside, failed]).toEqual([[], []]);
}

test.describe("behind a real nginx with TLS", () => {
  test.beforeEach(() => {
    if (!hasNginx()) cannotRun("there is no nginx on this machine: apt-get install nginx-light");
  });

  for (const strips of [false, true])
    test(`G22 below a path ${strips ? "that nginx strips" : "that nginx forwards"}, users sign in, browse and see changes`, async ({
      browser,
    }) => {
      const port = await freePort();
      const url = `https://127.0.0.1:${port}${PREFIX}`;
      const base = strips ? [] : [`--base-path=${PREFIX}`];
      product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig, "--auth=token", `--public-url=${url}`, ...base]);
      nginx = await startNginx(port, `${new URL(product.url).origin}${strips ? "/" : ""}`);
      const context = await browser.newContext({ ignoreHTTPSErrors: true });
      await walk(await context.newPage(), url);
      const cookies = await context.cookies();
      expect(cookies.map(({ name, secure, httpOnly, path }) => ({ name, secure, httpOnly, path }))).toEqual([
        { name: `${strips ? "__Host-" : "__Secure-"}daemonscope-${port}`, secure: true, httpOnly: true, path: strips ? "/" : PREFIX },
      ]);
      await context.close();
    });

  test("G22 a forwarded prefix without a matching --base-path returns one sentence instead of a broken page", async ({ browser }) => {
    const port = await freePort();
    product = await startDaemonscope([
      "--kubeconfig",
      cluster.kubeconfig,
      "--base-path=/other/",
      `--public-url=https://127.0.0.1:${port}/other/`,
    ]);
    nginx = await startNginx(port, new URL(product.url).origin);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(`https://127.0.0.1:${port}${PREFIX}`);
    await expect(page.locator("body")).toContainText("This server answers only below /other/ (--base-path): use a path below it.");
    await context.close();
  });
});

import type { Page } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { expect, test } from "./fixtures.ts";
import { type SigningCluster, startSigningCluster } from "./signing-cluster.fixture.ts";
import { violationsIn } from "./themes.ts";

let simulator: Simulator;
let cluster: SigningCluster;
let product: Daemonscope;

test.describe.configure({ timeout: 20_000 });
test.use({ actionTimeout: 5000 });
test.beforeAll(async () => {
  simulator = await startSimulator("tour");
  cluster = await startSigningCluster(simulator.url);
  product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig, "--auth", "token", "--log-level", "debug"]);
});
test.afterAll(async () => {
  await product?.stop();
  await cluster?.close();
  await simulator?.stop();
});
test.beforeEach(() => {
  cluster.people.clear();
  cluster.people.set("the-token-of-anna", { userName: "anna@example.org", groups: ["dev"] });
  cluster.people.set("the-token-of-ben", { userName: "ben@example.org" });
});

const field = (page: Page) => page.getByRole("textbox", { name: "Bearer token" });
async function signIn(page: Page, token: string, path = "/"): Promise<void> {
  await page.goto(`${product.url}${path}`);
  await field(page).fill(token);
  await expect(field(page)).toHaveCSS("-webkit-text-security", "disc");
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("G19 a user who opens a link signs in with a pasted token, and arrives at the link's target", async ({ page }) => {
  await signIn(page, "the-token-of-anna", "/daemonsets/logging/fluent-bit?view=table");
  await expect(page.getByRole("navigation", { name: "Where you are" })).toContainText("fluent-bit");
  await expect(page).toHaveURL(/\/daemonsets\/logging\/fluent-bit\?view=table$/);
  await expect(page.getByText("anna@example.org")).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toBe("");
  expect(product.output()).not.toContain("the-token-of-anna");
});

test("G19 an unknown token is reported in one sentence, and nothing of the cluster was fetched", async ({ page }) => {
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await signIn(page, "of another cluster");
  await expect(page.getByRole("alert")).toHaveText(
    "The cluster does not know this token: it is of another cluster, was revoked, or is not whole. Make a new one.",
  );
  expect(requestedPaths.filter((path) => path.startsWith("/api/"))).toEqual(["/api/sign-in"]);
  await expect(field(page)).toBeFocused();
});

test("G20 signing out in one tab ends the session of the other, and signing in restores it", { tag: "@long" }, async ({
  context,
  page,
}) => {
  await signIn(page, "the-token-of-anna");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  const other = await context.newPage();
  await other.goto(product.url);
  await expect(other.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(field(page)).toBeVisible();
  await expect(field(other)).toBeVisible();
  await signIn(page, "the-token-of-anna");
  await expect(other.getByRole("button", { name: "Sign out" })).toBeVisible();
});

for (const [language, heading] of [
  ["en", "Sign in to eu1-prod"],
  ["zh-CN", "登录 eu1-prod"],
  ["zh-TW", "登入 eu1-prod"],
] as const)
  test(`the sign-in page passes axe in every theme and does not scroll sideways, in ${language}`, async ({ page }) => {
    await page.goto(`${product.url}/?lang=${language}`);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await page.getByRole("textbox").fill("guess");
    await page.getByRole("textbox").press("Enter");
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await violationsIn(page, ["dark", "light", "high contrast"], language)).toEqual([]);
    for (const width of [320, 390, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

test("G26 a provider that does not respond is reported on its page, which passes axe in every theme", { tag: "@long" }, async ({
  page,
}) => {
  const flags = ["--auth=oidc", "--oidc-issuer-url=http://127.0.0.1:1", "--oidc-client-id=daemonscope"];
  const server = await startDaemonscope(["--kubeconfig", cluster.kubeconfig, ...flags]);
  await page.goto(`${server.url}/nodes`);
  const button = page.getByRole("link", { name: "Sign in with your account" });
  await button.click();
  await expect(page.getByRole("alert")).toHaveText("The identity provider does not answer: try again, and check that it is running.");
  expect(page.url()).toBe(`${server.url}/`);
  expect(await violationsIn(page, ["dark", "light", "high contrast"], "en")).toEqual([]);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await server.stop();
});

test("G21 the printed address signs in, appears nowhere afterwards, and another one does not", { tag: "@long" }, async ({
  page,
  simulateAlone,
  browser,
}) => {
  const shared = await simulateAlone("tour", "--launch-token");
  const secret = /#launch=(\S+)/.exec(shared.output())?.[1] ?? "";
  expect(secret).toMatch(/^[\w-]{43}$/);
  await page.goto(`${shared.url}/nodes#launch=${secret}`);
  await expect(page.getByRole("link", { name: "Nodes" })).toBeVisible();
  expect(page.url()).toBe(`${shared.url}/nodes`);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${shared.url}/#launch=guess`);
  await expect(stranger.getByRole("alert")).toHaveText("That is not the address of this start: open the one that was printed last.");
  expect(stranger.url()).toBe(`${shared.url}/`);
  await stranger.context().close();
});

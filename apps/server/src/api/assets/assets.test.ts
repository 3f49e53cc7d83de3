import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import { afterAll, expect, test } from "vitest";
import { kubeNode } from "../../cluster.fixture.ts";
import { serverOnManualTime } from "../context.fixture.ts";
import { isPagePath, loadAssets } from "./assets.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-assets-"));
mkdirSync(join(folder, "assets"));
writeFileSync(
  join(folder, "index.html"),
  '<!doctype html><html><head><title>x</title></head><body><script src="./assets/main-abc.js"></script></body></html>',
);
writeFileSync(join(folder, "assets", "main-abc.js"), `export const a = 1;${" ".repeat(2000)}`);
writeFileSync(join(folder, "assets", "main-abc.js.map"), "{}");
writeFileSync(join(folder, "favicon.svg"), "<svg/>");
writeFileSync(join(folder, ".bundled.json"), "[]");
mkdirSync(join(folder, "docs", "zh-TW"), { recursive: true });
writeFileSync(join(folder, "docs", "start.html"), "<title>Start</title>");
writeFileSync(join(folder, "docs", "zh-TW", "start.html"), "<title>開始</title>");
writeFileSync(join(folder, "docs", "docs.css"), "p { color: red }");
const assets = loadAssets(folder);
afterAll(() => rmSync(folder, { recursive: true }));

test("files with a hash in their name are immutable; the page is not cached", async () => {
  const { get } = serverOnManualTime({ assets });
  const script = await get("/assets/main-abc.js", { "accept-encoding": "br" });
  expect(script.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
  expect((await get("/favicon.svg")).headers).toMatchObject({ "content-type": "image/svg+xml", "cache-control": "no-cache" });
  expect((await get("/")).headers["cache-control"]).toBe("no-store");
  expect((await get("/favicon.svg", { "if-none-match": String((await get("/favicon.svg")).headers.etag) })).statusCode).toBe(304);
});

test("a file replaced since the start is not served, until it has its original content again", async () => {
  writeFileSync(join(folder, "assets", "late-def.js"), `export const b = 1;${" ".repeat(2000)}`);
  const { get } = serverOnManualTime({ assets: loadAssets(folder) });
  writeFileSync(join(folder, "assets", "late-def.js"), "export const b = 2;");
  for (const encoding of ["identity", "br", "gzip"]) {
    const refused = await get("/assets/late-def.js", { "accept-encoding": encoding });
    expect([refused.statusCode, refused.json().code, refused.headers["content-encoding"]]).toEqual([503, "PageReplaced", undefined]);
    expect(refused.headers["cache-control"]).toBe("no-store");
  }
  rmSync(join(folder, "assets", "late-def.js"));
  expect((await get("/assets/late-def.js")).statusCode).toBe(503);
  writeFileSync(join(folder, "assets", "late-def.js"), `export const b = 1;${" ".repeat(2000)}`);
  expect((await get("/assets/late-def.js", { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
  rmSync(join(folder, "assets", "late-def.js"));
  // The compressed form is cached.
  expect((await get("/assets/late-def.js", { "accept-encoding": "br" })).statusCode).toBe(200);
});

test("an unreadable file is not reported as replaced", async () => {
  writeFileSync(join(folder, "assets", "late-ghi.js"), "export const c = 1;");
  const { get } = serverOnManualTime({ assets: loadAssets(folder) });
  rmSync(join(folder, "assets", "late-ghi.js"));
  mkdirSync(join(folder, "assets", "late-ghi.js"));
  const refused = await get("/assets/late-ghi.js");
  expect([refused.statusCode, refused.json().code]).toEqual([503, "PageUnreadable"]);
  expect(refused.json().message).toMatch(/^A file of the page could not be read \(EISDIR\): try again/);
});

test.each([
  ["/", "./"],
  ["/daemonsets", "./"],
  ["/nodes/n1", "../"],
  ["/daemonsets/kube-system/logs", "../../"],
  ["/daemonsets/kube-system/logs/", "../../../"],
  ["/nodes/n1/", "../../"],
])("the page at %s resolves its own addresses with base %s", async (path, base) => {
  const { get } = serverOnManualTime({ assets });
  const page = await get(`${path}?theme=dark`);
  expect(page.statusCode).toBe(200);
  const early = '<link rel="preload" as="fetch" crossorigin href="api/keyframe?atLeast=0">';
  expect(page.body).toContain(`<head><base href="${base}">${early}<title>`);
});

test("does not preload the state of more than 1,000 nodes, because it would delay scripts on a slow line", async () => {
  const { get, model, tick } = serverOnManualTime({ assets });
  const isEarly = async () => (await get("/")).body.includes("preload");
  for (let count = 4; count <= 1000; count++) model.apply(putNode(kubeNode(`n${count}`)));
  tick();
  expect(await isEarly()).toBe(true);
  model.apply(putNode(kubeNode("n1001")));
  tick();
  expect(await isEarly()).toBe(false);
});

test.each([
  "/index.html",
  "/assets/main-abc.js.map",
  "/assets",
  "/assets/",
  "/.git/config",
  "/.bundled.json",
  "/daemonsets/a/b/c",
  "/daemonsets/only",
  "/node",
  "/nodes/a/b",
  "/nodes/<x>",
  "/favicon.svg/",
  "/docs/start.html",
  "/docs/start/",
  "/docs/nothing",
  "/docs/zh-TW",
])("%s is not found", async (path) => {
  const { get } = serverOnManualTime({ assets });
  expect((await get(path)).statusCode).toBe(404);
});

test("G4 serves a page of the docs by its name, as built, with the headers of every answer", async () => {
  const { get } = serverOnManualTime({ assets });
  for (const [path, title] of [
    ["/docs/start", "Start"],
    ["/docs/zh-TW/start", "開始"],
  ]) {
    const page = await get(path ?? "");
    expect([page.statusCode, page.headers["content-type"], page.body]).toEqual([
      200,
      "text/html; charset=utf-8",
      `<title>${title}</title>`,
    ]);
    expect(page.headers["content-security-policy"]).toContain("style-src 'self'");
  }
  expect((await get("/docs/docs.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
});

test.each([
  ["/docs", "docs/start"],
  ["/docs/", "start"],
])("%s redirects to the start of the docs, also behind a prefix", async (path, location) => {
  const { get } = serverOnManualTime({ assets });
  const answer = await get(path);
  expect([answer.statusCode, answer.headers.location]).toEqual([307, location]);
});

test("the docs are public, and a path with a similar name is not", async () => {
  const { get } = serverOnManualTime({ assets, authenticator: { viewerOf: () => undefined } });
  expect([(await get("/docs")).statusCode, (await get("/docs/start")).statusCode, (await get("/docs-of-mine")).statusCode]).toEqual([
    307, 200, 401,
  ]);
});

test("a link of another site may open a page of the docs, but read nothing", async () => {
  const { get } = serverOnManualTime({ assets });
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect((await get("/docs/start", link)).statusCode).toBe(200);
  expect((await get("/docs/start", { ...link, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" })).statusCode).toBe(403);
});

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

test.each([
  ["/daemonset/kube-system/cilium", "../../"],
  ["/daemonsets/only", "../"],
  ["/node", "./"],
  ["/a%20b/c?d=e", "../"],
  ["/daemonsets/%E0%A4%A", "../"],
  ["/%", "./"],
  ["/revisions", "./"],
  ["/nodez/x", "../"],
])("a browser at the unknown path %s gets the page with 404", async (path, base) => {
  const { get } = serverOnManualTime({ assets });
  const page = await get(path, BROWSER);
  expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.headers.vary).toContain("accept");
  expect(page.body).toContain(`<head><base href="${base}">`);
  expect((await get(path)).json().code).toBe("NotFound");
});

test.each([
  ["/nodes/n1", 200],
  ["/nodes/none", 404],
  ["/nodes/none/events", 404],
  ["/daemonsets/kube-system/logs", 200],
  ["/daemonsets/kube-system/logs/yaml", 200],
  ["/daemonsets/kube-system/lgos", 404],
])("the page at %s is served with %i, depending on whether its object exists", async (path, status) => {
  const { get } = serverOnManualTime({ assets });
  const page = await get(path, BROWSER);
  expect([page.statusCode, page.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
});

test.each(["/api/nonsense", "/assets/gone.js", `/${"a/".repeat(40)}`])("%s is no page for a browser either", async (path) => {
  const { get } = serverOnManualTime({ assets });
  const answer = await get(path, BROWSER);
  expect([answer.statusCode, answer.json().code]).toEqual([404, "NotFound"]);
});

test("reports a page that was not built", async () => {
  const { get } = serverOnManualTime({ assets: loadAssets(join(folder, "absent")) });
  const page = await get("/");
  expect([page.statusCode, page.json().code]).toEqual([503, "PageNotBuilt"]);
});

test("paths of views are pages, others are not", () => {
  expect(
    [
      "/",
      "/daemonsets/a/b",
      "/nodes",
      "/nodes/a.b.c",
      "/taints",
      "/placement",
      "/placement/labels",
      "/labels",
      "/what-if",
      "/audit",
      "/audit/costs",
      "/daemonsets/a/b/worklist",
      "/daemonsets/a/b/actions",
      "/events",
      "/daemonsets/a/b/events",
      "/nodes/n1/events",
      "/pods/a/b.c-0",
    ].every(isPagePath),
  ).toBe(true);
  expect(
    ["/api/keyframe", "/daemonsets/a/.b", "/version", "/daemonsets/a/b/no", "/nodes/n1/no", "/pods/a", "/pods/a/b/c"].some(isPagePath),
  ).toBe(false);
});

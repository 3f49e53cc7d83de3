import { expect, test, verdict } from "./fixtures.ts";

test("G3 the page runs under its content security policy, with the worker of its stream", async ({ page, context, simulate }) => {
  const { url } = await simulate("image-update");
  await page.goto(url);
  await expect(verdict(page)).toBeVisible();
  const devtools = await context.newCDPSession(page);
  const workers = async () => {
    const { targetInfos } = await devtools.send("Target.getTargets");
    return targetInfos.filter(({ type }) => type === "shared_worker").map((each) => new URL(each.url).pathname);
  };
  await expect.poll(workers).toEqual([expect.stringMatching(/^\/assets\/stream-worker-[\w-]+\.js$/)]);
});

test("G3 Chromium blocks a page script that turns text into code", async ({ browser, simulate }) => {
  const { url } = await simulate("image-update");
  // Uses a new context, because the fixture's page fails on violations.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await expect(verdict(page)).toBeVisible();
  const failures = await page.evaluate(() => {
    const tries: Readonly<Record<string, () => unknown>> = {
      markup: () => {
        document.body.innerHTML = "<b>no</b>";
      },
      script: () => {
        document.createElement("script").src = "/assets/other.js";
      },
      worker: () => new Worker("/assets/other.js"),
      policy: () =>
        (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }).trustedTypes.createPolicy("other", {}),
    };
    return Object.entries(tries).flatMap(([what, run]) => {
      try {
        run();
        return [];
      } catch {
        return [what];
      }
    });
  });
  expect(failures).toEqual(["markup", "script", "worker", "policy"]);
  await context.close();
});

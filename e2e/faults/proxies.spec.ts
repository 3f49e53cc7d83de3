import { expect, test } from "../tests/fixtures.ts";
import { ms, report } from "./harness/case.ts";
import { holdsFor, inTime } from "./harness/in-time.ts";
import { expectAsFresh, isLive, onStory, openPage, REPORT_LIMIT_MS, turnsLive } from "./harness/page-steps.ts";
import { freePort, isInstalled, startHaproxy, startNginx } from "./harness/real-proxy.ts";

/** Settings in addition to those of the packages. */
const PROXIES = [
  { name: "nginx", what: "nginx with default settings", start: startNginx },
  { name: "nginx", what: "nginx that ends quiet connections after 5 s", start: startNginx, more: "proxy_read_timeout 5s;" },
  { name: "haproxy", what: "haproxy with default settings", start: startHaproxy },
] as const;

for (const { name, what, start, ...rest } of PROXIES)
  test(`c17 ${what}: the page is live, and stays so`, what === PROXIES[0].what ? {} : { tag: "@nightly" }, async ({ page }) => {
    test.skip(!isInstalled(name), `There is no ${name}: apt-get install ${name}.`);
    const port = await freePort();
    await onStory(
      0,
      async (started) => {
        const proxy = await start(port, started.toPage.url, "more" in rest ? rest.more : "");
        try {
          const beganMs = performance.now();
          await openPage(page, proxy.url);
          const openedMs = performance.now() - beganMs;
          started.simulator.perform("set-image");
          started.simulator.clock.advance(3000);
          await expect(page.getByRole("region", { name: "Rollout" })).toBeVisible();
          // Longer than two heartbeats, so that a quiet connection ends here.
          await holdsFor("the page is live", REPORT_LIMIT_MS, () => isLive(page));
          report("c17", what, { opened: ms(openedMs), "old within 12 s": "never" });
          await expectAsFresh(page, started, what);
        } finally {
          await proxy.stop();
        }
      },
      { publicUrl: `http://127.0.0.1:${port}` },
    );
  });

test("c17 a proxy that withholds only the stream: the page names the proxy, and becomes live", async ({ page }) => {
  await onStory(0, async ({ toPage }) => {
    await openPage(page, toPage.url);
    toPage.withholdStreams();
    // A stream gets ten seconds for its headers, and the next one a second more.
    const named = page.getByRole("alert").filter({ hasText: "A proxy in between may buffer it" });
    const reportedMs = await inTime("the page names the proxy", 20_000, () => named.isVisible());
    const sentence = (await page.getByRole("alert").innerText()).replaceAll("\n", " ");
    await toPage.heal();
    report("c17", "a proxy that withholds only the stream", { reported: ms(reportedMs), healed: ms(await turnsLive(page)), sentence });
  });
});

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { countsOn, expect, expectAccessible, test, verdict } from "../tests/fixtures.ts";

const MAIN = resolve(import.meta.dirname, "../../apps/server/dist/main.js");

/** Replays a file as a page until `end` is called. */
async function replay(file: string): Promise<{ readonly url: string; readonly end: () => void }> {
  const child = spawn(process.execPath, [MAIN, "replay", file, "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string>((done, failed) => {
    let output = "";
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString("utf8");
      const found = /http:\/\/[\d.:]+\//.exec(output)?.[0];
      if (found !== undefined) done(found);
    });
    child.once("exit", (code) => failed(new Error(`replay ended with ${code}: ${output}`)));
  });
  return { url, end: () => child.kill() };
}

/** Saves the range of the timeline by keyboard, and returns the file. */
async function save(page: Page, form: string, folder: string): Promise<string> {
  await page.getByRole("button", { name: "More actions on this time" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save as a recording" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Save \d\d:\d\d:\d\d to \d\d:\d\d:\d\d as a recording$/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: form }).focus();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return file;
}

test("L2 an incident is saved from the page and replayed without its cluster, as it is and anonymised", async ({ page, simulate }) => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-incident-"));
  const product = await simulate("bad-image");
  const path = "daemonsets/kube-system/fluentd-elasticsearch";
  await page.goto(`${product.url}/${path}`);
  // Each second is read before the next, so that the server dates the failure as the recording does.
  await product.play(30);
  await expect(page.getByRole("complementary", { name: "Timeline" })).toContainText(/PAUSED\s*12:00:30/);
  await expect(verdict(page)).toContainText(/STUCK|FAILING/);
  const [counts, verdictText] = [await countsOn(page), await verdict(page).innerText()];
  const files = [await save(page, "As it is", folder), await save(page, "Anonymised", folder)];
  const [whole, other] = await Promise.all(files.map(replay));
  try {
    await page.goto(`${whole?.url}${path}`);
    await expect(page.getByRole("banner").getByText(/^RECORDED /)).toBeVisible();
    await expect.poll(() => countsOn(page)).toBe(counts);
    await expect.poll(() => verdict(page).innerText()).toBe(verdictText);
    await expect(page.getByRole("button", { name: "Actions", exact: true })).toHaveCount(0);
    await page.goto(`${whole?.url}${path}/logs`);
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/a recording does not contain it\.$/);
    await page.goto(`${whole?.url}${path}`);
    // The timeline handles the key as soon as its marks exist.
    await expect(page.locator("[data-mark]").first()).toBeVisible();
    await page.locator("body").press("{");
    await expect(page.getByRole("banner").getByText(/^REPLAY \d\d:\d\d:\d\d$/)).toBeVisible();
    await expect(page.getByRole("banner").getByText(/^RECORDED /)).toBeVisible();
    await expect(page).toHaveTitle(/^⏱ .* RECORDED SIMULATED · Daemonscope$/);

    await page.goto(other?.url ?? "");
    await expect(page.getByRole("banner").getByText(/^RECORDED /)).toBeVisible();
    const rows = page.getByRole("table", { name: "DaemonSets" }).getByRole("link", { name: /x\d/ });
    await rows.first().click();
    await expect.poll(() => countsOn(page)).toBe(counts);
    await expect(verdict(page)).toContainText(verdictText.split("\n")[0] ?? "");
    expect(await page.getByRole("main").innerText()).not.toMatch(/fluentd|elasticsearch|worker-\d/);
  } finally {
    whole?.end();
    other?.end();
    rmSync(folder, { recursive: true });
  }
});

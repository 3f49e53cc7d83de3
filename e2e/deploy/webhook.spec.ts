import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startSimulated } from "../daemonscope.ts";
import { measured } from "./step.ts";

const SECRET = "0123456789abcdef0123456789abcdef";

interface Message {
  readonly event: string;
  readonly alarm?: { readonly key: string; readonly alert: string; readonly page: string; readonly daemonset?: { readonly name: string } };
  readonly open: readonly string[];
}

/** A receiver that keeps verified messages, and answers 500 while `isIll` is set. */
async function receiver() {
  const received: Message[] = [];
  let isIll = false;
  let refused = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString("utf8");
    });
    request.on("end", () => {
      const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers["daemonscope-signature"])) ?? [];
      const isSigned = digest === createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex");
      if (isIll) refused++;
      else if (isSigned) received.push(JSON.parse(body) as Message);
      response.writeHead(isIll ? 500 : isSigned ? 204 : 400).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    get refused() {
      return refused;
    },
    setIll(value: boolean) {
      isIll = value;
    },
    close: () => server.close(),
  };
}

test("T19 the webhook receives the start and end of a stuck rollout, despite receiver errors and a server crash", {
  tag: "@ci",
}, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-webhook-"));
  const secretFile = join(folder, "secret");
  writeFileSync(secretFile, `${SECRET}\n`);
  const hook = await receiver();
  const scope = await startSimulated(
    "bad-image",
    "--webhook",
    hook.url,
    "--webhook-secret-file",
    secretFile,
    "--webhook-page",
    "https://d.example",
  );
  const lines = () => hook.received.map(({ event, alarm }) => `${event} ${alarm?.alert ?? ""}`.trim());
  try {
    await expect.poll(lines).toEqual(["watching"]);
    hook.setIll(true);
    const beganMs = Date.now();
    await page.goto(scope.url);
    const row = page.locator('[data-key="kube-system/fluentd-elasticsearch"]');
    await expect(async () => {
      await scope.advance(5000, 1000);
      await expect(row).toHaveAttribute("data-need", "stuck", { timeout: 500 });
    }).toPass({ intervals: [10] });
    await expect.poll(() => hook.refused).toBeGreaterThan(0);
    hook.setIll(false);
    await expect.poll(lines).toContain("firing DaemonSetRolloutStuck");
    const fired = hook.received.find(({ alarm }) => alarm?.alert === "DaemonSetRolloutStuck");
    expect(fired?.alarm).toMatchObject({
      page: "https://d.example/daemonsets/kube-system/fluentd-elasticsearch",
      pageThen: expect.stringMatching(/fluentd-elasticsearch\?at=\d{4}-/),
      daemonset: { namespace: "kube-system", name: "fluentd-elasticsearch", word: "stuck", verdict: "stuck" },
    });
    expect(fired?.open).toContain(fired?.alarm?.key);
    measured(`heard ${((Date.now() - beganMs) / 1000).toFixed(1)} s after the story began`);
    expect(new Set(lines()).size, "each once").toBe(lines().length);

    await expect(async () => {
      await scope.advance(5000, 1000);
      await expect(row).not.toHaveAttribute("data-need", "stuck", { timeout: 500 });
    }).toPass({ intervals: [10] });
    await expect.poll(lines).toContain("resolved DaemonSetRolloutStuck");

    // A restarted server has no state: its first message lists the open alerts.
    hook.received.length = 0;
    await scope.kill();
    await scope.restart();
    await expect.poll(lines).toEqual(["watching"]);
    expect(hook.received[0]?.open).toEqual([]);
  } finally {
    await scope.stop();
    hook.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

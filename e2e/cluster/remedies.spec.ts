import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { cellAtPair } from "@daemonscope/shared/state/cluster-state";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startSimulated } from "../daemonscope.ts";
import { STORIES } from "../long/story-moments.ts";
import { type Observer, observe } from "../observer.ts";
import { readStoryRows, type StoryRow } from "../story-rows.ts";
import { shellOf } from "./on-both/side.ts";
import { writeKubeconfig } from "./write-kubeconfig.ts";

const DOCUMENT = join(import.meta.dirname, "..", "..", "docs", "stories.md");
/** A limit in virtual time. If the story continues earlier, the limit is shorter. */
const FIXED_WITHIN_MS = 90_000;

/** Stories with a problem that the server dates when it sees its cause, so that it must see each second. */
const SEEN_STORIES: ReadonlySet<string> = new Set(["gpu-operator-upgrade"]);

interface OfferedLine {
  readonly story: string;
  readonly afterMs: number;
  readonly daemonSet: string;
  readonly node: string | undefined;
  readonly title: string;
  readonly line: string;
}

/** A healthy DaemonSet: its actions fix no problem. */
const isHealthy = ({ path, headline }: StoryRow): boolean =>
  !path.includes("?") && /^(HEALTHY|ROLLING|DEGRADED: \d+ of \d+ available)/.test(headline);

/** Commands that only read, hold a rollout or contain a placeholder fix nothing. */
const fixesNothing = (line: string): boolean => line.includes(" describe ") || line.includes('"OnDelete"') || line.includes(" NODE ");

/** Returns the commands of docs/stories.md that fix a problem. */
function offeredLines(): readonly OfferedLine[] {
  const names = new Map(STORIES.map(({ id, name }) => [id, name]));
  return readStoryRows(readFileSync(DOCUMENT, "utf8"))
    .filter((row) => !isHealthy(row))
    .flatMap(({ id, afterMs, path, actions }) => {
      const [, daemonSet = "", node] = /^\/daemonsets\/([^?]+)(?:\?node=(.+))?$/.exec(path) ?? [];
      return actions
        .map(({ title, lines: [line = ""] }) => ({ story: names.get(id) ?? "", afterMs, daemonSet, node, title, line }))
        .filter(({ line }) => line !== "" && !fixesNothing(line));
    });
}

/** Returns the problem at the place of a remedy; empty if there is none. */
function wrongAt(observer: Observer, { daemonSet, node }: OfferedLine): string {
  if (node === undefined) return observer.record(daemonSet)?.concern?.kind ?? "";
  const state = cellState(cellAtPair(observer.state(), node, daemonSet) ?? 0);
  return state === "excluded" || state === "misscheduled" ? state : "";
}

interface LabAnswer {
  readonly now: {
    readonly clock: { readonly nowMs: number };
    readonly steps: readonly { readonly dueAtMs: number; readonly done: boolean }[];
  };
}

/** Returns the time until the story's next step, at most FIXED_WITHIN_MS. */
async function quietForMs(product: Daemonscope): Promise<number> {
  const { now } = (await (await fetch(`${product.url}/api/lab`)).json()) as LabAnswer;
  const due = now.steps.filter(({ done }) => !done).map(({ dueAtMs }) => dueAtMs - now.clock.nowMs);
  return Math.min(FIXED_WITHIN_MS, ...due) - 500;
}

let product: Daemonscope;
let folder: string;
test.beforeAll(async () => {
  product = await startSimulated("hw-rng");
  folder = mkdtempSync(join(tmpdir(), "daemonscope-remedies-"));
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

for (const offer of offeredLines())
  test(`in ${offer.story} after ${offer.afterMs / 1000} s the command for “${offer.title}” repairs ${offer.daemonSet}${offer.node === undefined ? "" : ` on ${offer.node}`}`, async () => {
    await product.story(offer.story);
    if (SEEN_STORIES.has(offer.story)) await product.play(offer.afterMs / 1000);
    else await product.advance(offer.afterMs, 1000);
    const kubeconfig = join(folder, "kubeconfig");
    writeKubeconfig(kubeconfig, product.simulatorUrl);
    const observer = await observe(product.url);
    try {
      // A deletion concerns a misscheduled pod, and afterwards no pod remains.
      const isDeletion = / delete pod /.test(offer.line);
      const isWrong = () => (isDeletion ? wrongAt(observer, offer) === "misscheduled" : wrongAt(observer, offer) !== "");
      await observer.until("something is wrong", isWrong, 10_000);
      const isFixed = () => !isWrong();
      let isDone = false;
      const running = shellOf(
        kubeconfig,
        join(folder, "cache"),
      )(offer.line).finally(() => {
        isDone = true;
      });
      // A deletion waits until its pod is gone, so that time must advance meanwhile.
      if (!isDeletion) await running;
      for (let leftMs = await quietForMs(product); leftMs > 0 && !isFixed(); leftMs -= 500) {
        await product.advance(Math.min(500, leftMs), 250);
        await Promise.race([running, new Promise((done) => setTimeout(done, 50))]);
      }
      for (let more = 0; more < 600 && !isDone; more++) {
        await product.advance(500, 250);
        await Promise.race([running, new Promise((done) => setTimeout(done, 50))]);
      }
      const { code, stderr } = await running;
      expect(code, stderr).toBe(0);
      await observer.until("it is mended", isFixed, 5000);
    } finally {
      observer.close();
    }
  });

import { appendFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { playProposals } from "./what-if/play-proposals.ts";

/** Seeds of every run, ten changes each. One that ever found a difference stays here. */
const SEEDS = [1, 5];
const CHANGES = Number(process.env.WHAT_IF_CHANGES ?? 10);
const asked = (process.env.WHAT_IF_SEEDS ?? "").split(",").filter((text) => text !== "");
const seeds = asked.length > 0 ? asked.map(Number) : SEEDS;

test.describe.configure({ mode: "parallel" });

for (const seed of seeds)
  test(`I1 I2 I3 I4 I5 I6 I7 seed ${seed}: what was said that changes would do is what they did, pair by pair and count by count`, async () => {
    test.setTimeout(900_000);
    const played = await playProposals(seed, CHANGES, (line) => console.log(line));
    const { changes, pairs, idle, problems, restless } = played;
    console.log(
      `seed ${seed}: ${changes} changes, ${pairs} pairs compared, ${idle} proposals that cannot be, ${problems.length} disagreements`,
    );
    if (process.env.WHAT_IF_REPORT !== undefined) appendFileSync(process.env.WHAT_IF_REPORT, `${JSON.stringify({ seed, ...played })}\n`);
    const repeat = `repeat with WHAT_IF_SEEDS=${seed}`;
    expect(problems, repeat).toEqual([]);
    expect(restless, `the cluster came to rest after each change; ${repeat}`).toEqual([]);
    expect(changes).toBe(CHANGES);
  });

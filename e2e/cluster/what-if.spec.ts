import { appendFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { playProposals } from "./what-if/play-proposals.ts";
import { EVERY_KIND } from "./what-if/random-proposal.ts";

/** The default runs: two halves that together cover each kind of change. */
const HALVES = EVERY_KIND.map((kinds, half) => ({ seed: half + 1, kinds }));
/** Seeds of runs whose changes are random and weighted. */
const requestedSeeds = (process.env.WHAT_IF_SEEDS ?? "").split(",").filter((text) => text !== "");
const changes = Number(process.env.WHAT_IF_CHANGES ?? 10);
const runs = requestedSeeds.length > 0 ? requestedSeeds.map((seed) => ({ seed: Number(seed), kinds: undefined })) : HALVES;

test.describe.configure({ mode: "parallel" });

for (const { seed, kinds } of runs)
  test(`I1 I2 I3 I4 I5 I6 I7 I8 seed ${seed}: changes have the predicted effect, pair by pair and count by count`, async () => {
    test.setTimeout(900_000);
    const played = await playProposals(seed, kinds?.length ?? changes, (line) => console.log(line), kinds);
    const { changes: done, pairs, loose, counts, idle, problems, restless } = played;
    console.log(
      `seed ${seed}: ${done} changes, ${pairs} pairs (${loose} within bounds) and ${counts} counts compared, ${idle} proposals that cannot be, ${problems.length} disagreements`,
    );
    if (process.env.WHAT_IF_REPORT !== undefined) appendFileSync(process.env.WHAT_IF_REPORT, `${JSON.stringify({ seed, ...played })}\n`);
    const repeat = kinds === undefined ? `repeat with WHAT_IF_SEEDS=${seed}` : "repeat without WHAT_IF_SEEDS";
    expect(problems, repeat).toEqual([]);
    expect(restless, `the cluster came to rest after each change; ${repeat}`).toEqual([]);
    expect(done).toBe(kinds?.length ?? changes);
  });

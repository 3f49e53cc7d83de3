import { expect, test } from "./fixtures.ts";
import { advancesWithout, SOME_SCREENS } from "./without-data.ts";

for (const away of ["the API server", "Daemonscope"] as const)
  test(`F6 nothing on six screens advances while ${away} is away, except the time without data`, { tag: "@long" }, async ({ page }) => {
    test.setTimeout(90_000);
    expect(await advancesWithout(page, away, SOME_SCREENS)).toEqual({});
  });

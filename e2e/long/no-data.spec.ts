import { expect, test } from "../tests/fixtures.ts";
import { advancesWithout, SCREENS } from "../tests/without-data.ts";

for (const away of ["the API server", "Daemonscope"] as const)
  test(`F6 nothing on any screen advances while ${away} is away, except the time without data`, async ({ page }) => {
    test.setTimeout(300_000);
    expect(await advancesWithout(page, away, SCREENS)).toEqual({});
  });

import { test } from "@playwright/test";

/** The step ends here: the machine has not what it takes. It is told at the end of the lane, never silently left out. */
export function cannotRun(because: string): never {
  test.skip(true, because);
  throw new Error(because);
}

/** A figure that the end of the lane tells beside the step. */
export function measured(figure: string): void {
  test.info().annotations.push({ type: "measured", description: figure });
}

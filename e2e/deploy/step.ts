import { test } from "@playwright/test";

/**
 * Ends the step because the machine lacks a requirement. The end of the lane reports it, so that no step is silently
 * left out.
 */
export function cannotRun(reason: string): never {
  test.skip(true, reason);
  throw new Error(reason);
}

/** Adds a measurement to the step's line in the report. */
export function measured(figure: string): void {
  test.info().annotations.push({ type: "measured", description: figure });
}

import { test } from "@playwright/test";

export const IS_NIGHTLY = process.env.FAULTS_SIZE === "nightly";
/** Selects the size of a case. */
export const sized = (ci: number, nightly: number): number => (IS_NIGHTLY ? nightly : ci);
export const SEED = Number(process.env.FAULTS_SEED ?? 1);

/** The seeds of a case that is not recorded. */
export const seedsOf = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => SEED + at);

/** Adds a row to the table that `npm run faults` prints. `figures` are name and value. */
export function report(id: string, fault: string, figures: Readonly<Record<string, string | number>>): void {
  const { annotations } = test.info();
  const slow = Math.max(0, ...annotations.filter(({ type }) => type === "slow").map(({ description }) => Number(description)));
  const all = slow === 0 ? figures : { ...figures, "times that the machine was slower": slow };
  annotations.push({ type: "row", description: JSON.stringify({ id, fault, figures: all }) });
}

export const ms = (value: number): string => `${Math.round(value)} ms`;
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

import { compareTexts } from "../base/compare-texts.ts";

/** Versions are whole numbers of any length that rise with each write (KEP-5504). Returns "" for another version. */
const wholeNumber = (version: string): string => (/^[1-9]\d*$/.test(version) ? version : "");

/** Orders by age, the older write first. A version that is no whole number comes before all others. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [wholeNumber(a), wholeNumber(b)];
  return one.length - other.length || compareTexts(one, other);
}

/** Returns false if either version is no whole number. */
export const isOlderVersion = (version: string, than: string): boolean =>
  wholeNumber(version) !== "" && wholeNumber(than) !== "" && compareVersions(version, than) < 0;

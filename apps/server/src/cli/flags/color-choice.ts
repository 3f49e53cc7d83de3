import { UsageError } from "../../platform/failure/usage-error.ts";

export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** Returns the value of --color; undefined if it is omitted. Throws UsageError. */
export function colorChoiceOf(text: string | undefined): ColorChoice | undefined {
  if (text === undefined) return undefined;
  const choice = COLOR_CHOICES.find((known) => known === text);
  if (choice === undefined) throw new UsageError(`invalid --color "${text}": use auto, always or never`);
  return choice;
}

import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { ColorChoice } from "../flags/color-choice.ts";

/** Text styles on a terminal; a pipe gets plain text. */
export interface TerminalColors {
  readonly strong: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly quiet: (text: string) => string;
}

const plain = (text: string): string => text;
const painted = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

const PLAIN: TerminalColors = { strong: plain, good: plain, bad: plain, quiet: plain };
const PAINTED: TerminalColors = { strong: painted(1), good: painted(36), bad: painted(31), quiet: painted(2) };

type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): boolean => (value ?? "") !== "";
const isForced = (value: string | undefined): boolean => isSet(value) && value !== "0" && value !== "false";

/** Reports whether a line may be overwritten: only on a terminal that can, and unless the user wants plain text. */
export function canOverwrite(isTerminal: boolean, { NO_COLOR, TERM }: Environment): boolean {
  return isTerminal && !isSet(NO_COLOR) && TERM !== "dumb";
}

/**
 * Reports whether output has colors: on a terminal, unless NO_COLOR (https://no-color.org) or FORCE_COLOR=0 disables
 * them. FORCE_COLOR and CLICOLOR_FORCE enable them in a pipe.
 */
export function supportsColor(isTerminal: boolean, environment: Environment): boolean {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE } = environment;
  if (isSet(NO_COLOR)) return false;
  if (isForced(FORCE_COLOR) || isForced(CLICOLOR_FORCE)) return true;
  return !isSet(FORCE_COLOR) && canOverwrite(isTerminal, environment);
}

/** Returns the environment that has the effect of `--color`. */
export function withColorChoice(choice: ColorChoice | undefined, environment: Environment): Environment {
  switch (choice) {
    case undefined:
    case "auto":
      return environment;
    case "always":
      return { ...environment, NO_COLOR: undefined, FORCE_COLOR: "1" };
    case "never":
      return { ...environment, NO_COLOR: "1" };
    default:
      return assertNever(choice);
  }
}

export function terminalColors(isTerminal: boolean, environment: Environment): TerminalColors {
  return supportsColor(isTerminal, environment) ? PAINTED : PLAIN;
}

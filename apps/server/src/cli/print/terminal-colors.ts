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

/**
 * Reports whether control sequences are allowed: only on a terminal, and unless the user disables them:
 * https://no-color.org.
 */
export function supportsColor(isTerminal: boolean, environment: Environment): boolean {
  return isTerminal && (environment.NO_COLOR ?? "") === "" && environment.TERM !== "dumb";
}

export function terminalColors(isTerminal: boolean, environment: Environment): TerminalColors {
  return supportsColor(isTerminal, environment) ? PAINTED : PLAIN;
}

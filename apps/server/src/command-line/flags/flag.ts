import type { CommandName } from "../command-names.ts";

/** How a flag is written: alone, with a value, or with a value that may be left out. */
type FlagShape = "alone" | "value" | "maybe";

export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly shape: FlagShape;
  /** May stand more than once. */
  readonly many?: boolean;
  readonly commands: readonly CommandName[];
  /** A question of one command line: the environment does not ask it. */
  readonly typedOnly?: boolean;
  /** How the value is called in help. */
  readonly value?: string;
  /** One line; absent for flags that are for tests. */
  readonly help?: string;
  /** What a shell offers for the value; absent where there is nothing to offer. */
  readonly values?: readonly string[] | ValueSource;
}

/** Where values come from that are not known before somebody asks. */
export type ValueSource = "files" | "scenarios" | "contexts" | "clusters" | "users" | "nodes" | "daemonsets";

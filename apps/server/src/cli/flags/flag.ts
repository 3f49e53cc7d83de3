import type { CommandName } from "./commands.ts";

/** The form of a flag: alone, with a value, or with an optional value. */
type FlagShape = "alone" | "value" | "maybe";

export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly shape: FlagShape;
  /** The flag may be repeated. */
  readonly many?: boolean;
  readonly commands: readonly CommandName[];
  /** An empty value means that the flag was not given, as in kubectl: scripts pass `--context "$CONTEXT"`. */
  readonly emptyIsUnset?: boolean;
  /** The flag is a part of the typed words, in their order: a step of `what-if` has flags of kubectl. */
  readonly isWord?: boolean;
  /** The flag belongs to one command line: the environment does not set it. */
  readonly typedOnly?: boolean;
  /** The name of the value in help. */
  readonly value?: string;
  /** A phrase without a full stop; absent for flags for tests. */
  readonly help?: string;
  /** The completions of the value; absent without any. */
  readonly values?: readonly string[] | ValueSource;
}

/** The sources of values that are listed on demand. */
export type ValueSource =
  | "files"
  | "scenarios"
  | "contexts"
  | "clusters"
  | "users"
  | "namespaces"
  | "nodes"
  | "daemonsets"
  | "daemonSetKeys";

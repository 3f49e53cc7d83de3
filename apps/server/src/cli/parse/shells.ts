import { nearestNames } from "@daemonscope/kube/base/nearest";
import { UsageError } from "../../platform/failure/usage-error.ts";

/** Shells that `daemonscope completion` knows. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * The command that shells call at each Tab, and that kubectl calls for its plugins. Internal, so that help omits it.
 */
export const COMPLETE = "__complete";

/** Returns the shell of a word. Throws UsageError. */
export function shellOf(word: string | undefined): Shell {
  const allButLast = SHELLS.slice(0, -1).join(", ");
  if (word === undefined) throw new UsageError(`completion needs a shell: ${allButLast} or ${SHELLS.at(-1)}.`);
  const shell = SHELLS.find((known) => known === word);
  if (shell !== undefined) return shell;
  const [nearest] = nearestNames(word, SHELLS);
  throw new UsageError(
    `unknown shell "${word}": use ${allButLast} or ${SHELLS.at(-1)}${nearest === undefined ? "" : `. Did you mean ${nearest}?`}`,
  );
}

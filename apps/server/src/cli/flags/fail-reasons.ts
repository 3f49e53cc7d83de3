import { nearestNames } from "@daemonscope/kube/base/nearest";
import { UsageError } from "../../platform/failure/usage-error.ts";

/** Reasons for which `what-if --fail-on` fails. If several apply, the first one decides the exit code. */
export const FAIL_REASONS = ["refused", "lost", "nowhere", "noroom", "misscheduled"] as const;
export type FailReason = (typeof FAIL_REASONS)[number];

/** Returns the reasons of each `--fail-on` together; undefined if it is omitted. Throws UsageError. */
export function failReasonsOf(texts: readonly string[] | undefined): readonly FailReason[] | undefined {
  return texts
    ?.flatMap((text) => text.split(","))
    .map((typed) => {
      const word = typed.trim();
      const reason = FAIL_REASONS.find((known) => known === word);
      if (reason !== undefined) return reason;
      const [nearest] = nearestNames(word, FAIL_REASONS);
      const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      throw new UsageError(
        `--fail-on does not know ${JSON.stringify(word)}: use a comma-separated list of ${FAIL_REASONS.join(", ")}.${hint}`,
      );
    });
}

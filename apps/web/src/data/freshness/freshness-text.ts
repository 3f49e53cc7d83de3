import { assertNever } from "@daemonscope/kube/base/assert-never";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import type { StateFetchProblem } from "../cluster/state-fetch-problem.ts";
import type { Freshness } from "./freshness.ts";

function problemWords(t: Translate, problem: StateFetchProblem): string {
  switch (problem.kind) {
    case "late":
      return t("freshness.why.late", { seconds: problem.afterMs / 1000 });
    case "unreadable":
    case "cut":
    case "otherSchema":
      return t(`freshness.why.${problem.kind}`);
    case "said":
      return problem.text;
    default:
      return assertNever(problem);
  }
}

/** Returns the text of the chip. `todayMs`: any time of today on the cluster's clock. */
export function freshnessChip(t: Translate, { kind, why, ageMs, asOfMs }: Freshness, todayMs: number): string {
  switch (kind) {
    case "live":
      return t(why.kind === "paused" ? "freshness.chip.paused" : "freshness.chip.live");
    case "past":
      return t("freshness.chip.past", { time: momentText(asOfMs ?? 0, todayMs, true) });
    case "stale":
    case "disconnected":
      return t(`freshness.chip.${kind}`, { age: humanDuration(ageMs ?? 0) });
    case "connecting":
      if (why.kind === "refused" || why.kind === "mayNotReadDaemonSets") return t("freshness.chip.noRight");
      if (why.kind === "partly") return t("freshness.chip.reading", { kind: "nodes" });
      return why.kind === "reading" ? t("freshness.chip.reading", { kind: why.sources[0]?.source ?? "" }) : t("freshness.chip.connecting");
    default:
      return assertNever(kind);
  }
}

/** Returns a sentence with the cause of the freshness state and the next step. Server messages are not translated. */
export function freshnessSentence(t: Translate, { why }: Pick<Freshness, "why">): string {
  switch (why.kind) {
    case "serverLost":
    case "streamWithheld":
    case "serverSilent":
    case "serverRestarted":
    case "mayNotReadDaemonSets":
    case "live":
    case "paused":
    case "liveWhereAllowed":
      return t(`freshness.why.${why.kind}`);
    case "awaited":
      return why.problem === undefined ? t("freshness.why.awaited") : problemWords(t, why.problem);
    case "partly":
      // A problem replaces the count, which the page also shows in place of the nodes.
      return why.problem === undefined ? t("freshness.why.partly", { read: why.read, count: why.of }) : problemWords(t, why.problem);
    case "behind":
      return why.problem === undefined
        ? t("freshness.why.behind")
        : t("model.twoSentences", { first: t("freshness.why.behind"), second: problemWords(t, why.problem) });
    case "past":
      return why.notLiveSources.length === 0
        ? t("freshness.why.past")
        : t("freshness.why.unheard", { kinds: why.notLiveSources.join(t("model.listComma")) });
    case "apiLost":
      return t("freshness.why.apiLost", { detail: why.detail ?? t("freshness.why.noDetail") });
    case "silentWatch":
      return t("freshness.why.silentWatch", { kind: why.source });
    case "said":
      return t("freshness.why.said", { detail: why.detail });
    case "revoked":
      return t("freshness.why.revoked", { kind: why.source, detail: why.detail });
    case "refused":
      return why.detail;
    case "reading":
      return t("freshness.why.reading", {
        kinds: why.sources
          .map(({ source, readSoFar, expected }) => {
            if (readSoFar === 0) return source;
            if (expected === undefined) return t("freshness.why.readSoFar", { kind: source, amount: readSoFar });
            return t("freshness.why.readOf", { kind: source, amount: readSoFar, of: expected });
          })
          .join(t("model.listComma")),
      });
    default:
      return assertNever(why);
  }
}

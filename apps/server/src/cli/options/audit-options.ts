import type { AuditCheck, AuditFinding, Severity } from "@daemonscope/daemonset/audit/finding";
import { AUDIT_CHECKS, SEVERITIES } from "@daemonscope/daemonset/audit/finding";
import { DEFAULT_WORKLOAD, parseWorkload } from "@daemonscope/daemonset/audit/workload";
import type { Amounts } from "@daemonscope/daemonset/capacity/amount";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { AUDIT_FAIL_WORDS } from "../flags/audit-flags.ts";
import type { OutputFormat } from "../flags/output-format.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";
import { type ListQueryConfig, listQueryOf } from "./query-options.ts";

/** Findings that fail the command. */
interface AuditGate {
  readonly severities: ReadonlySet<Severity>;
  readonly checks: ReadonlySet<AuditCheck>;
}

export interface AuditConfig extends ListQueryConfig {
  /** Requests of one more pod. */
  readonly workload: Amounts;
  readonly gate: AuditGate;
  /** Prints the costs instead of the findings. */
  readonly costs: boolean;
}

/** The outputs of `--costs`. */
const COST_FORMATS: readonly (OutputFormat | undefined)[] = [undefined, "table", "json", "yaml"];

/** Parses `--workload`. Throws UsageError. */
function workloadOf(text: string): Amounts {
  const parsed = parseWorkload(text);
  if (parsed.kind === "requests") return parsed.requests;
  throw new UsageError(`--workload takes each RESOURCE=QUANTITY once, not ${JSON.stringify(parsed.part)}: --workload ${DEFAULT_WORKLOAD}.`);
}

/** Parses `--fail-on`. A severity includes the higher ones. Throws UsageError. */
function gateOf(texts: readonly string[] = []): AuditGate {
  const words = texts
    .flatMap((text) => text.split(","))
    .map((typed) => {
      const word = AUDIT_FAIL_WORDS.find((known) => known === typed.trim());
      if (word !== undefined) return word;
      const [nearest] = nearestNames(typed.trim(), AUDIT_FAIL_WORDS);
      const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      throw new UsageError(`--fail-on does not know ${JSON.stringify(typed.trim())}: use ${AUDIT_FAIL_WORDS.join(", ")}.${hint}`);
    });
  const lowest = Math.max(-1, ...words.map((word) => (SEVERITIES as readonly string[]).indexOf(word)));
  return { severities: new Set(SEVERITIES.slice(0, lowest + 1)), checks: new Set(AUDIT_CHECKS.filter((check) => words.includes(check))) };
}

/** Reports whether the command has `--fail-on`. */
export const hasGate = ({ severities, checks }: AuditGate): boolean => severities.size + checks.size > 0;

/** Reports whether a finding fails the command. */
export const isFailing = ({ severities, checks }: AuditGate, { severity, fact }: AuditFinding): boolean =>
  severities.has(severity) || checks.has(fact.check);

/** Parses `daemonscope audit`. Throws UsageError. */
export function auditOptions(flags: ParsedFlags): AuditConfig {
  const query = listQueryOf(flags, "audit", "one");
  const costs = flags.values.has("costs");
  if (costs && (query.list.template !== undefined || !COST_FORMATS.includes(query.format)))
    throw new UsageError("--costs has the outputs table, json and yaml.");
  if (costs && flags.values.has("fail-on")) throw new UsageError("use either --costs or --fail-on: costs are no findings");
  if (costs && query.recording !== undefined) throw new UsageError("--costs cannot be used with a recording: it has no requests of pods");
  return {
    ...query,
    costs,
    workload: workloadOf(flags.values.get("workload")?.[0] ?? DEFAULT_WORKLOAD),
    gate: gateOf(flags.values.get("fail-on")),
  };
}

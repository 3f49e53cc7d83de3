import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { CommonTrait, FoundTraits } from "@daemonscope/daemonset/records/common-traits";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { isoTime } from "@daemonscope/kube/values/time";
import { english } from "../english.ts";
import { inCommonText, labelOf } from "../facts/in-common-text.ts";

/** A trait for programs. `key`: of a label or a taint. A taint has its effect too. Times are ISO texts. */
interface TraitAnswer {
  readonly kind: CommonTrait["kind"];
  readonly key?: string;
  readonly value: string;
  readonly effect?: string;
}

/** What failing nodes have in common, for programs (rule K5). */
export interface InCommonAnswer {
  /** The kind of cause of these nodes. */
  readonly kind: CauseKind;
  readonly message: string;
  /** Number of failing nodes with that kind of cause, and of all other nodes that want a pod. */
  readonly failing: number;
  readonly others: number;
  /** Null: nothing that chance does not explain. */
  readonly found: (Omit<FoundTraits, "traits"> & { readonly traits: readonly TraitAnswer[] }) | null;
}

/** Formats a creation time, which has whole seconds. */
export const creationTimeText = (atMs: number): string => isoTime(atMs).replace(".000Z", "Z");

function traitAnswer(trait: CommonTrait): TraitAnswer {
  const { kind } = trait;
  switch (kind) {
    case "label": {
      const [key, value] = labelOf(trait.labels);
      return { kind, key, value };
    }
    case "taint": {
      const { key, value = "", effect } = trait.taint;
      return { kind, key, value, effect };
    }
    case "createdFrom":
      return { kind, value: creationTimeText(trait.createdFromMs) };
    case "createdUntil":
      return { kind, value: creationTimeText(trait.createdUntilMs) };
    default:
      return { kind, value: (trait as Readonly<Record<string, string>>)[kind] ?? "" };
  }
}

/** Returns undefined if nothing was compared, or if the concern names what sets the nodes apart. */
export function inCommonAnswer(record: DaemonSetRecord): InCommonAnswer | undefined {
  const message = inCommonText(english, record, creationTimeText);
  if (record.inCommon === undefined || message === undefined) return undefined;
  const { kind, failing, others, found } = record.inCommon;
  return {
    kind,
    message,
    failing,
    others,
    found: found === undefined ? null : { ...found, traits: found.traits.map(traitAnswer) },
  };
}

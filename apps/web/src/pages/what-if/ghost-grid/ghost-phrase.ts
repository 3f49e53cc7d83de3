import type { Ghost } from "@daemonscope/shared/http/what-if";
import { cellVariantLabel, cellVariantOfByte } from "../../../data/cell/cell-variant.ts";
import type { Tone } from "../../../panels/grid/cell-text.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

/** The text of a large cell: at most one phrase, or an empty one. */
export interface GhostPhrase {
  readonly text: string;
  readonly tone: Tone;
}

interface PhraseFacts {
  readonly ghost: Ghost;
  readonly byte: number;
  readonly joins: boolean;
  readonly leaves: boolean;
  /** The DaemonSet itself is deleted. */
  readonly isDeleted: boolean;
}

const RESTING = new Set(["available", "old", "excluded"]);

/** Returns the phrase next to a ghost. It is empty for an unchanged node whose drawing says all. */
export function ghostPhrase({ ghost, byte, joins, leaves, isDeleted }: PhraseFacts, t: Translate): GhostPhrase {
  const variant = cellVariantOfByte(byte);
  const state = cellVariantLabel(variant, t);
  switch (ghost) {
    case "goes":
      return { text: t(leaves ? "whatIf.plate.nodeLeaves" : isDeleted ? "whatIf.plate.withSet" : "whatIf.plate.deleted"), tone: "plain" };
    case "comes":
      return { text: t("whatIf.plate.comes"), tone: "ready" };
    case "restarts":
      return { text: t("whatIf.plate.restarts"), tone: "plain" };
    case "unfit":
      return { text: t("whatIf.plate.unfit"), tone: "starting" };
    case "stays":
      return { text: t(isDeleted ? "whatIf.plate.orphaned" : "whatIf.plate.stays"), tone: "plain" };
    case "replacedByHand":
      return { text: t("whatIf.plate.byHand"), tone: "plain" };
    case "same":
      return { text: joins ? t("whatIf.plate.joins") : RESTING.has(variant) ? "" : state, tone: "quiet" };
  }
}

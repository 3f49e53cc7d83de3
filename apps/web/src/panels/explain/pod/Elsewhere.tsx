import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { sameProblemElsewhere } from "./same-problem-elsewhere.ts";

const MAX_SHOWN_NAMES = 3;

/** Lists the other nodes with the same problem. */
export function Elsewhere({
  record,
  cause,
  node,
  byte,
}: {
  readonly record: DaemonSetRecord | undefined;
  readonly cause: CauseFact | undefined;
  readonly node: string;
  readonly byte: CellByte | undefined;
}) {
  const { t } = useTranslation();
  const others = cause === undefined ? undefined : sameProblemElsewhere(record, cause, node, byte);
  if (others === undefined) return null;
  if (others.count === 0) return t("explain.onlyHere");
  const named = others.nodes.slice(0, MAX_SHOWN_NAMES);
  const names = named.join(t("model.listComma"));
  const more = others.count - named.length;
  return t("explain.sameOn", { names: more > 0 ? t("explain.andMore", { names, count: more }) : names });
}

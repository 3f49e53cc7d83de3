import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import { taintText } from "./cell-words.ts";

/** Says whether a node's name, a label (`key=value`) or a taint contains the text; everything mentions the empty text. Case does not matter. */
export function mentions(record: NodeRecord, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === "" || record.name.toLowerCase().includes(wanted)) return true;
  if (Object.entries(record.labels).some(([key, value]) => `${key}=${value}`.toLowerCase().includes(wanted))) return true;
  return record.taints.some((taint) => taintText(taint).toLowerCase().includes(wanted));
}

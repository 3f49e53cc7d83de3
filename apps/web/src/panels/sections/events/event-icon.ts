import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import type { EventGroup } from "./group-events.ts";

/** Reasons of pods that wait for something before their containers start. */
const WAITING: ReadonlySet<string> = new Set([
  "FailedScheduling",
  "FailedMount",
  "FailedAttachVolume",
  "FailedCreate",
  "FailedCreatePodSandBox",
]);

/** Returns the icon of a group: a cell in the state that its events report. */
export function eventIcon({ first: { type, kind, reason }, isShutdown }: EventGroup): CellStyle {
  if (type !== "Warning") return plainCellStyle("available");
  if (isShutdown) return plainCellStyle("missing", { leaving: true });
  if (kind === "Node") return plainCellStyle("available", { nodeUnready: true });
  if (WAITING.has(reason)) return plainCellStyle("unscheduled");
  return plainCellStyle(reason === "Unhealthy" ? "starting" : "failing");
}

import type { ContainerLogStream } from "@daemonscope/shared/http/logs";
import type { Translate } from "../../words/i18n/translator.ts";

/** An event of a stream, displayed among its lines. */
export type LogNote =
  /** A pod that was created later; `before` is the pod followed last on its node. */
  | ({ readonly kind: "joined"; readonly before: string | undefined } & ContainerLogStream)
  /** `left`: its pod is deleted. `ended`: its container ended, and the pod stays. `resumed`: its container was
   *  started. */
  | ({ readonly kind: "left" | "ended" | "resumed" } & ContainerLogStream);

export function noteWords(note: LogNote, t: Translate): string {
  const { pod, node } = note;
  if (note.kind !== "joined") return t(`logs.notes.${note.kind}`, { pod, node });
  return note.before === undefined
    ? t("logs.notes.joined", { pod, node })
    : t("logs.notes.joinedAfter", { pod, node, before: note.before });
}

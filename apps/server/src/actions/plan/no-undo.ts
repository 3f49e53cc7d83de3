import type { NoUndo, WhyNoUndo } from "@daemonscope/shared/http/actions";

const TEXTS: Readonly<Record<WhyNoUndo, (about: string) => string>> = {
  nothingChanges: () => "nothing changes",
  podsAreMadeAnew: () => "a deleted pod stays deleted",
  notKnown: () => "the previous state is not fully known",
  nothingDone: () => "nothing was done",
  unclear: () => "it is not known yet whether it was done",
  leftUnknown: () => "how it left the objects is not written down",
  gone: (about) => `${about} is gone`,
  changed: (about) => `${about} changed since`,
};

/**
 * Returns the reason why an action has no undo: in English for programs and logs, and as a code for translation.
 * `about`: the object of the reason.
 */
export function noUndo(code: WhyNoUndo, about?: string): NoUndo {
  return { kind: "none", code, ...(about === undefined ? {} : { about }), why: TEXTS[code](about ?? "") };
}

import type { NoUndo, WhyNoUndo } from "@daemonscope/shared/http/acting";

const TEXTS: Readonly<Record<WhyNoUndo, (about: string) => string>> = {
  nothingChanges: () => "nothing changes",
  podsAreMadeAnew: () => "a deleted pod stays deleted",
  notKnown: () => "what was there before is not known whole",
  nothingDone: () => "nothing was done",
  unclear: () => "it is not known yet whether it was done",
  leftUnknown: () => "how it left the objects is not written down",
  gone: (about) => `${about} is gone`,
  changed: (about) => `somebody changed ${about} since`,
};

/** Why nothing takes an action back: in English for programs and logs, and by its code for whoever says it in another language. `about`: the object that it is for. */
export function noUndo(code: WhyNoUndo, about?: string): NoUndo {
  return { kind: "none", code, ...(about === undefined ? {} : { about }), why: TEXTS[code](about ?? "") };
}

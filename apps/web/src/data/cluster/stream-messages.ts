import type { StreamMessages } from "@daemonscope/shared/state/frame";

/** Messages that a tab receives from its browser's only event stream. */
export type TabStreamMessage =
  | { readonly kind: "open" }
  | { readonly kind: "lost" }
  | {
      [Name in keyof StreamMessages]: { readonly kind: "message"; readonly name: Name; readonly data: StreamMessages[Name] };
    }[keyof StreamMessages];

export const MESSAGE_NAMES = [
  "hello",
  "frame",
  "heartbeat",
  "resync",
  "again",
  "renew",
  "bye",
] as const satisfies readonly (keyof StreamMessages)[];

import type { StreamMessages } from "@daemonscope/shared/frame";

/** What a tab hears of the one event stream of its browser. */
export type StreamNews =
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

import type { StreamMessages } from "@daemonscope/shared/state/frame";

/** Messages that a tab receives from its browser's only event stream. */
export type TabStreamMessage =
  | { readonly kind: "open" }
  | { readonly kind: "lost" }
  | {
      [Name in keyof StreamMessages]: {
        readonly kind: "message";
        readonly name: Name;
        readonly data: StreamMessages[Name];
        /** Milliseconds since the message was sent, as far as that is known. The default is 0. */
        readonly lateMs?: number;
      };
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

import type { StreamMessages } from "@daemonscope/shared/state/frame";

/** Messages that a tab receives from its browser's only event stream. */
export type TabStreamMessage =
  | { readonly kind: "open" }
  /** `isUnanswered`: the stream before got no answer in its time, not even headers. */
  | { readonly kind: "lost"; readonly isUnanswered?: boolean }
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

import type { EngineMessage, EngineMessages } from "./engine-messages.ts";

/** Messages of an engine in memory, delivered in order and asynchronously. */
export function memoryMessages() {
  const listeners = new Set<{ readonly subject: string; readonly onMessage: (message: EngineMessage) => void }>();
  const published: EngineMessage[] = [];
  let isLost = (_message: EngineMessage) => false;
  const matches = (pattern: string, subject: string) =>
    pattern.endsWith("*") ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;
  const messages: EngineMessages = {
    mostBytes: 1024 * 1024,
    publish(subject, bytes, reply) {
      const message: EngineMessage = { subject, bytes: Uint8Array.from(bytes), ...(reply === undefined ? {} : { reply }) };
      published.push(message);
      if (isLost(message)) return;
      setImmediate(() => {
        const receivers = [...listeners].filter((each) => matches(each.subject, subject));
        for (const { onMessage } of receivers) onMessage(message);
        if (receivers.length > 0 || reply === undefined) return;
        const noResponders: EngineMessage = { subject: reply, bytes: new Uint8Array(0), hasNoResponders: true };
        for (const each of listeners) if (matches(each.subject, reply)) each.onMessage(noResponders);
      });
    },
    subscribe(subject, onMessage) {
      const listener = { subject, onMessage };
      listeners.add(listener);
      return { end: () => void listeners.delete(listener) };
    },
  };
  return {
    messages,
    published,
    /** Drops the messages for which `lost` returns true. */
    lose: (lost: (message: EngineMessage) => boolean) => {
      isLost = lost;
    },
  };
}

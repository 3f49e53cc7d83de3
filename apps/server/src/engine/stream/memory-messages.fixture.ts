import type { EngineMessage, EngineMessages } from "./engine-messages.ts";

/** Messages of an engine in memory: in order, never synchronously. */
export function memoryMessages() {
  const listeners = new Set<{ readonly subject: string; readonly hear: (message: EngineMessage) => void }>();
  const told: EngineMessage[] = [];
  let isLost = (_message: EngineMessage) => false;
  const hears = (pattern: string, subject: string) =>
    pattern.endsWith("*") ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;
  const messages: EngineMessages = {
    mostBytes: 1024 * 1024,
    publish(subject, bytes, reply) {
      const message: EngineMessage = { subject, bytes: Uint8Array.from(bytes), ...(reply === undefined ? {} : { reply }) };
      told.push(message);
      if (isLost(message)) return;
      setImmediate(() => {
        const hearers = [...listeners].filter((each) => hears(each.subject, subject));
        for (const { hear } of hearers) hear(message);
        if (hearers.length > 0 || reply === undefined) return;
        const unheard: EngineMessage = { subject: reply, bytes: new Uint8Array(0), isUnheard: true };
        for (const each of listeners) if (hears(each.subject, reply)) each.hear(unheard);
      });
    },
    subscribe(subject, hear) {
      const listener = { subject, hear };
      listeners.add(listener);
      return { end: () => void listeners.delete(listener) };
    },
  };
  return {
    messages,
    told,
    /** The network drops the messages for which this returns true. */
    lose: (lost: (message: EngineMessage) => boolean) => {
      isLost = lost;
    },
  };
}

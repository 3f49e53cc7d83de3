/** What was said last; `at` tells two equal sentences apart. */
export interface Said {
  readonly text: string;
  readonly at: number;
}

let said: Said = { text: "", at: 0 };
const listeners = new Set<() => void>();

/** Says a short sentence at the foot of the page, also to who listens to it: `Copied node-17`. */
export function say(text: string): void {
  said = { text, at: said.at + 1 };
  for (const listener of listeners) listener();
}

export const readSaid = (): Said => said;

export function subscribeToSaid(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was announced last; `at` tells two equal sentences apart. */
export interface Announcement {
  readonly text: string;
  readonly at: number;
}

let latest: Announcement = { text: "", at: 0 };
const listeners = new Set<() => void>();

/** Says a short sentence at the foot of the page, also to who listens to it: `Copied node-17`. */
export function announce(text: string): void {
  latest = { text, at: latest.at + 1 };
  for (const listener of listeners) listener();
}

export const readAnnouncement = (): Announcement => latest;

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

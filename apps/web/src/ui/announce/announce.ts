/** The last announcement; `at` distinguishes two equal sentences. */
export interface Announcement {
  readonly text: string;
  readonly at: number;
}

let latest: Announcement = { text: "", at: 0 };
const listeners = new Set<() => void>();

/** Shows a short sentence at the foot of the page, which screen readers also announce: `Copied node-17`. */
export function announce(text: string): void {
  latest = { text, at: latest.at + 1 };
  for (const listener of listeners) listener();
}

export const readAnnouncement = (): Announcement => latest;

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

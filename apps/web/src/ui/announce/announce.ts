import { Signal } from "@daemonscope/kube/base/signal";

/** The last announcement; `at` distinguishes two equal sentences. */
interface Announcement {
  readonly text: string;
  readonly at: number;
}

let latest: Announcement = { text: "", at: 0 };
const changed = new Signal();

/** Shows a short sentence at the foot of the page, which screen readers also announce: `Copied node-17`. */
export function announce(text: string): void {
  latest = { text, at: latest.at + 1 };
  changed.emit();
}

export const readAnnouncement = (): Announcement => latest;

export const subscribeToAnnouncements = changed.subscribe;

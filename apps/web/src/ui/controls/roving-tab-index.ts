import type { KeyboardEvent } from "react";

const MEMBERS = "a[href], button:not(:disabled)";
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const POPUP = "dialog, [role=dialog], [role=listbox]";

/** Excludes members of a dialog or a list that opens from the box. */
const membersOf = (box: HTMLElement): readonly HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>(MEMBERS)].filter((member) => member.closest(POPUP) === box.closest(POPUP));

/** Returns the tab stop: the focused element, else the chosen one, else the first. */
function entryOf(members: readonly HTMLElement[]): HTMLElement | undefined {
  return (
    members.find((member) => member === document.activeElement) ??
    members.find((member) => member.matches('[aria-current], [aria-pressed="true"]')) ??
    members[0]
  );
}

function setTabStop(box: HTMLElement): void {
  const members = membersOf(box);
  const entry = entryOf(members);
  for (const member of members) member.tabIndex = member === entry ? 0 : -1;
}

const CHANGES = { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-current", "aria-pressed", "disabled", "href"] };

/** Updates the tab stop when a member is added, removed, focused or chosen, because parts of the box render
 *  independently. */
function observeTabStop(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  const choose = () => setTabStop(box);
  const changes = new MutationObserver(choose);
  changes.observe(box, CHANGES);
  box.addEventListener("focusin", choose);
  choose();
  return () => {
    changes.disconnect();
    box.removeEventListener("focusin", choose);
  };
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  // A member handles some keys itself, such as the one that opens its list.
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const members = membersOf(event.currentTarget);
  const at = members.indexOf(document.activeElement as HTMLElement);
  const step = STEPS[event.key];
  if (step === undefined || at < 0) return;
  members[step(at, members.length)]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

/** Makes the links and buttons of an element one tab stop. Inside, the arrows, Home and End move between them.
 *  Spread it on the element. */
export const rovingTabIndex = { ref: observeTabStop, onKeyDown } as const;

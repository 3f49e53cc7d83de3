import { focusHeading } from "../announce/use-page-focus.ts";

/** Leaves a text field for what had the focus before it; where that is gone, or nothing had it, for the heading. The focus is never nowhere. */
export function leaveField(field: HTMLElement, before: EventTarget | null): void {
  field.blur();
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus({ preventScroll: true });
  else focusHeading();
}

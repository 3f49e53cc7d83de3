import { focusHeadingOnceThere } from "../announce/use-page-focus.ts";

/** Leaves a text field for what had the focus before it; where that is gone, or nothing had it, for the heading, once it is there. */
export function leaveField(field: HTMLElement, before: EventTarget | null): void {
  field.blur();
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus({ preventScroll: true });
  else focusHeadingOnceThere();
}

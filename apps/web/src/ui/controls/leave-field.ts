import { focusHeadingWhenMounted } from "../announce/use-page-focus.ts";

/** Moves the focus from a text field back to the element that had it before. If there is none, the heading gets the
 *  focus once it exists. */
export function leaveField(field: HTMLElement, before: EventTarget | null): void {
  field.blur();
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus({ preventScroll: true });
  else focusHeadingWhenMounted();
}

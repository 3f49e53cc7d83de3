/** Text that the user types between the key of the palette and its first render. */
let text = "";
let isListening = false;

function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return;
  if (key === "Backspace") text = text.slice(0, -1);
  else if ([...key].length === 1) text += key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Collects typed characters until `takeTypedAhead`, so that they run no command of the page. */
export function collectTypedAhead(): void {
  text = "";
  if (!isListening) document.addEventListener("keydown", onKeyDown, { capture: true });
  isListening = true;
}

/** Ends the collection and returns its text. */
export function takeTypedAhead(): string {
  document.removeEventListener("keydown", onKeyDown, { capture: true });
  isListening = false;
  const taken = text;
  text = "";
  return taken;
}

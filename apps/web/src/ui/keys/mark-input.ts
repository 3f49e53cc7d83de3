/** Marks the document while the last input was a key. `:focus-visible` also matches a heading that a script focuses
 *  after a page load without any input, where a ring has no meaning. */
export function markInput(): void {
  const { dataset } = document.documentElement;
  document.addEventListener("keydown", () => (dataset.input = "key"), { capture: true });
  document.addEventListener("pointerdown", () => delete dataset.input, { capture: true });
}

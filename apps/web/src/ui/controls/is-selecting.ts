/** Reports whether the user has just selected text, so that the end of the drag is not a click. */
export const isSelecting = (): boolean => document.getSelection()?.type === "Range";

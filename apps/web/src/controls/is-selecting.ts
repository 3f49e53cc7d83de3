/** Says whether somebody has just dragged over text: then the end of the drag is no press. */
export const isSelecting = (): boolean => document.getSelection()?.type === "Range";

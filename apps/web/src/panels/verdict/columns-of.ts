/** Returns the width of a text in columns of a Latin letter: a Chinese character has two. */
export const columnsOf = (text: string): number => text.length + (text.match(/[\u3000-\uffff]/g)?.length ?? 0);

/** A position in a log as clients send it: `epoch.seq`, the id of a frame. */
interface Cursor {
  readonly epoch: string;
  readonly seq: number;
}

export function cursorText({ epoch, seq }: Cursor): string {
  return `${epoch}.${seq}`;
}

/** Returns the cursor of a `Last-Event-ID`, or undefined if it has another format. */
export function parseCursor(text: string): Cursor | undefined {
  const found = /^([0-9a-z]{1,32})\.(\d{1,15})$/.exec(text);
  return found?.[1] === undefined ? undefined : { epoch: found[1], seq: Number(found[2]) };
}

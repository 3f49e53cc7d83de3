/** A place in a log as readers name it: `epoch.seq`, the id of a frame. */
export interface Cursor {
  readonly epoch: string;
  readonly seq: number;
}

export function cursorText({ epoch, seq }: Cursor): string {
  return `${epoch}.${seq}`;
}

/** The cursor in a `Last-Event-ID`; undefined when it is not one of ours. */
export function parseCursor(text: string): Cursor | undefined {
  const found = /^([0-9a-z]{1,32})\.(\d{1,15})$/.exec(text);
  return found?.[1] === undefined ? undefined : { epoch: found[1], seq: Number(found[2]) };
}

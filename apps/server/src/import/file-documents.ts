import { createReadStream } from "node:fs";

/** Longer than any object that etcd holds is as YAML. */
const LIMIT_CHARS = 16 * 1024 * 1024;
const SEPARATOR = /^---[ \t]*\r?\n/gm;

/** A document of a file of many. */
export interface FileDocument {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The last, which does not end with its line: what wrote it was ended. */
  readonly isCutOff: boolean;
}

/** A file that cannot be imported. The message is one sentence, which goes on from the name of the file. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  /** Which of several it is; absent: the only one, or all of them together. */
  readonly path: string | undefined;
  constructor(message: string, path?: string) {
    super(message);
    this.path = path;
  }
}

/** The documents of a YAML file, one at a time, however many there are. Throws ImportError for one beyond any object's size, and the error of the file system. */
export async function* fileDocuments(path: string): AsyncGenerator<FileDocument> {
  let rest = "";
  let number = 0;
  for await (const chunk of createReadStream(path, "utf8")) {
    // A separator may begin in what was there already.
    const seenTo = rest.lastIndexOf("\n") + 1;
    rest += chunk as string;
    let from = 0;
    SEPARATOR.lastIndex = seenTo;
    for (let found = SEPARATOR.exec(rest); found !== null; found = SEPARATOR.exec(rest)) {
      const text = rest.slice(from, found.index);
      from = SEPARATOR.lastIndex;
      if (text.trim() !== "") yield { number: ++number, text, isCutOff: false };
      SEPARATOR.lastIndex = from;
    }
    rest = rest.slice(from);
    if (rest.length > LIMIT_CHARS)
      throw new ImportError(`has a document ${number + 1} of more than ${LIMIT_CHARS} characters: no object is so long`);
  }
  if (rest.trim() !== "") yield { number: ++number, text: rest, isCutOff: !rest.endsWith("\n") };
}

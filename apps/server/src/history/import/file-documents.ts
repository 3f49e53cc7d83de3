import { createReadStream } from "node:fs";

/** Longer than the YAML of any object in etcd. */
const LIMIT_CHARS = 16 * 1024 * 1024;
const SEPARATOR = /^---[ \t]*\r?\n/gm;

/** A document of a multi-document file. */
interface FileDocument {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
  /** The last document has no final newline, because its writer was stopped. */
  readonly isCutOff: boolean;
}

/** A file that cannot be imported. The message continues a sentence that starts with the name of the file. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  /** The file of several; absent if there is only one, or if the error concerns all of them. */
  readonly path: string | undefined;
  constructor(message: string, path?: string) {
    super(message);
    this.path = path;
  }
}

/**
 * Yields the documents of a YAML file one at a time. Throws ImportError for a document that is longer than any object,
 * and passes on errors of the file system.
 */
export async function* fileDocuments(path: string): AsyncGenerator<FileDocument> {
  let rest = "";
  let number = 0;
  for await (const chunk of createReadStream(path, "utf8")) {
    // A separator may begin in the previous chunk.
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
      throw new ImportError(`has a document ${number + 1} of more than ${LIMIT_CHARS} characters: no object is that long`);
  }
  if (rest.trim() !== "") yield { number: ++number, text: rest, isCutOff: !rest.endsWith("\n") };
}

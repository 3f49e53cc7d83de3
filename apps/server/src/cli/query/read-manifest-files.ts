import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { duplicateKeysText } from "@daemonscope/words/english/manifest-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { readManifests } from "../../watch/manifests/read-documents.ts";
import { fileLabel, readTextSource } from "../../watch/manifests/read-text-source.ts";
import type { ManifestSources } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { manifestFiles } from "./manifest-files.ts";

/** A manifest and its file; absent for standard input, kustomize and a typed step. */
export interface SourcedManifest extends ManifestDocument {
  readonly file?: string;
}

/** The documents of one value of -f or -k. */
export interface ReadFiles {
  readonly label: string;
  readonly documents: readonly SourcedManifest[];
}

/**
 * Reads manifests, and warns about duplicate keys. A file is read once, because standard input may hold both DaemonSets
 * and nodes. Throws UsageError.
 */
export class ManifestReader {
  readonly #terminal: Terminal;
  readonly #read = new Map<string, readonly SourcedManifest[]>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Returns the documents of a file. Undefined if the user interrupts. */
  async file(flag: string, path: string): Promise<readonly SourcedManifest[] | undefined> {
    const cached = this.#read.get(path);
    if (cached !== undefined) return cached;
    const text = await readTextSource(flag, path, this.#terminal);
    if (text === undefined) return undefined;
    const found = this.#documentsOf(text, fileLabel(path));
    const documents = path === "-" ? found : found.map((document) => ({ ...document, file: path }));
    this.#read.set(path, documents);
    return documents;
  }

  /** Returns the documents of -f and -k, one entry for each value. Undefined if the user interrupts. */
  async all(sources: ManifestSources): Promise<readonly ReadFiles[] | undefined> {
    const found = await manifestFiles(sources, this.#terminal.stop);
    if (found === undefined) return undefined;
    const all: ReadFiles[] = [];
    for (const { label, files, text } of found) {
      const documents: SourcedManifest[] = text === undefined ? [] : [...this.#documentsOf(text, label)];
      for (const path of files) {
        const ofFile = await this.file("filename", path);
        if (ofFile === undefined) return undefined;
        documents.push(...ofFile);
      }
      all.push({ label, documents });
    }
    return all;
  }

  #documentsOf(text: string, label: string): readonly ManifestDocument[] {
    const { documents, duplicateKeys } = readManifests(text, label);
    const warning = duplicateKeysText(label, duplicateKeys);
    if (warning !== undefined) this.#terminal.warn(`Warning: ${escapeControl(warning)}.`);
    return documents;
  }
}

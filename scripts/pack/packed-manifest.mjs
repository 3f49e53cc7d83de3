/** What an installed package needs of its manifest, and what the registry shows. */
const KEPT = ["name", "version", "description", "keywords", "license", "type", "engines", "bin", "files"];

/** The manifest that is packed: nothing that only the repository uses, such as scripts, what it is built from, and entries to its sources. */
export const packedManifest = (manifest) =>
  Object.fromEntries(KEPT.flatMap((field) => (field in manifest ? [[field, manifest[field]]] : [])));

export const packedManifestText = (text) => `${JSON.stringify(packedManifest(JSON.parse(text)), undefined, 2)}\n`;

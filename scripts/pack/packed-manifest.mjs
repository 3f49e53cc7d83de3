/** Fields that an installed package needs, and fields that the registry shows. */
const PACKED_FIELDS = ["name", "version", "description", "keywords", "license", "type", "engines", "bin", "files"];

/**
 * Returns the manifest to pack, without fields that only the repository uses, such as scripts, build dependencies and
 * entries to the sources.
 */
export const packedManifest = (manifest) =>
  Object.fromEntries(PACKED_FIELDS.flatMap((field) => (field in manifest ? [[field, manifest[field]]] : [])));

export const packedManifestText = (text) => `${JSON.stringify(packedManifest(JSON.parse(text)), undefined, 2)}\n`;

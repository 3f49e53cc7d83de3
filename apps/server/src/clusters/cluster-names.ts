/** A context to name, and its file. */
interface ContextLocation {
  readonly context: string;
  /** Its kubeconfig; undefined if all contexts are from one, and for a cluster without a kubeconfig. */
  readonly file?: string;
}

const MAX_NAME_LENGTH = 63;
/** Names that clouds derive from a cluster's own: `arn:aws:eks:eu-west-1:123456789012:cluster/prod`,
 *  `gke_project_europe-west1_prod`. */
const CLOUD_NAMES: readonly RegExp[] = [/^arn:[^/]*:cluster\/(.+)$/, /^gke_[^_]+_[^_]+_(.+)$/];

const shortOf = (context: string): string =>
  CLOUD_NAMES.map((pattern) => pattern.exec(context)?.[1]).find((name) => name !== undefined) ?? context;

/** The place of a name: an address has ASCII letters only, the output of a command those of every script. */
export type NamePlace = "address" | "output";

const REPLACED: Readonly<Record<NamePlace, RegExp>> = { address: /[^a-z0-9.-]+/g, output: /[^\p{L}\p{M}\p{N}.-]+/gu };

/** Converts a text into a name: small letters, digits, `.` and `-`, with a letter or a digit first and last. */
function toSafeName(text: string, place: NamePlace): string {
  const name = text
    .toLowerCase()
    .replace(REPLACED[place], "-")
    .replace(/([.-])[.-]+/g, "$1")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^[.-]+|[.-]+$/g, "");
  return name === "" ? "cluster" : name;
}

/** `/a/b/prod.kubeconfig.yaml` → `prod`. */
const stemOf = (file: string): string => (file.split(/[\\/]/).at(-1) ?? "").replace(/(\.(ya?ml|conf|config|kubeconfig|json))+$/i, "");

/** Returns unique names of clusters, in the order of the locations. Prefers the shortest unique form:
 *  the cloud's name of a cluster, then the whole context, then the context after the file's name. */
export function clusterNames(locations: readonly ContextLocation[], place: NamePlace = "address"): readonly string[] {
  const nameForms: readonly ((location: ContextLocation) => string)[] = [
    ({ context }) => toSafeName(shortOf(context), place),
    ({ context }) => toSafeName(context, place),
    ({ context, file }) => toSafeName(file === undefined ? context : `${stemOf(file)}-${context}`, place),
  ];
  const namesByForm = nameForms.map((form) => locations.map(form));
  const isOnce = (names: readonly string[], name: string): boolean => names.filter((each) => each === name).length === 1;
  const usedNames = new Set<string>();
  return locations.map((_, at) => {
    const preferred = namesByForm.find((names) => isOnce(names, names[at] ?? ""))?.[at] ?? namesByForm.at(-1)?.[at] ?? "cluster";
    let name = preferred;
    for (let count = 2; usedNames.has(name); count++) name = `${preferred}-${count}`;
    usedNames.add(name);
    return name;
  });
}

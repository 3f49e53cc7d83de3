/** A context to name, and its file. */
export interface ContextLocation {
  readonly context: string;
  /** Undefined if all contexts are from one kubeconfig. */
  readonly file?: string;
}

const LONGEST = 63;
/** Names that clouds derive from a cluster's own: `arn:aws:eks:eu-west-1:123456789012:cluster/prod`,
 *  `gke_project_europe-west1_prod`. */
const OF_CLOUDS: readonly RegExp[] = [/^arn:[^/]*:cluster\/(.+)$/, /^gke_[^_]+_[^_]+_(.+)$/];

const shortOf = (context: string): string =>
  OF_CLOUDS.map((pattern) => pattern.exec(context)?.[1]).find((name) => name !== undefined) ?? context;

/** Converts a text into a name for a path: small letters, digits, `.` and `-`, with a letter or a digit first and
 *  last. */
function safe(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, "-")
    .replace(/([.-])[.-]+/g, "$1")
    .slice(0, LONGEST)
    .replace(/^[.-]+|[.-]+$/g, "");
  return name === "" ? "cluster" : name;
}

/** `/a/b/prod.kubeconfig.yaml` → `prod`. */
const stemOf = (file: string): string => (file.split(/[\\/]/).at(-1) ?? "").replace(/(\.(ya?ml|conf|config|kubeconfig|json))+$/i, "");

/** Returns unique names of clusters for addresses, in the order of the places. Prefers the shortest unique form:
 *  the cloud's name of a cluster, then the whole context, then the context after the file's name. */
export function clusterNames(places: readonly ContextLocation[]): readonly string[] {
  const nameForms: readonly ((place: ContextLocation) => string)[] = [
    ({ context }) => safe(shortOf(context)),
    ({ context }) => safe(context),
    ({ context, file }) => safe(file === undefined ? context : `${stemOf(file)}-${context}`),
  ];
  const byWay = nameForms.map((way) => places.map(way));
  const isOnce = (names: readonly string[], name: string): boolean => names.filter((each) => each === name).length === 1;
  const taken = new Set<string>();
  return places.map((_, at) => {
    const wanted = byWay.find((names) => isOnce(names, names[at] ?? ""))?.[at] ?? byWay.at(-1)?.[at] ?? "cluster";
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}-${count}`;
    taken.add(name);
    return name;
  });
}

import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { JsonValue } from "@daemonscope/kube/values/json-value";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import { type Difference, type Path, templateDifferences } from "./template-difference.ts";
import { elementText, valueText, valueTexts } from "./value-text.ts";

/** One difference between two pod templates, in words. */
export interface TemplateChange {
  readonly kind: Difference["kind"];
  /** The field; list elements are named by their keys: `spec.containers[agent].image`. */
  readonly path: string;
  /** The owner of the field: `container agent`; empty for the pod as a whole. */
  readonly subject: string;
  /** The part that changed: `image`, `env LOG_LEVEL`, `toleration dedicated=gpu:NoSchedule`. */
  readonly what: string;
  /** Absent if there is no such value, or if `what` already states it. Equal to `after` if both are hidden. */
  readonly before?: string;
  readonly after?: string;
  /** The whole change as one sentence without a full stop. */
  readonly words: string;
}

export interface TemplateChanges {
  /** At most MAX_CHANGES. */
  readonly changes: readonly TemplateChange[];
  /** The number of further changes. */
  readonly more: number;
  /** Fields whose lists differ only in an order without effect: no change, although the revision is another. */
  readonly reordered: readonly string[];
}

export const MAX_CHANGES = 200;

/** The words for elements of lists, by list name. */
const ELEMENT_WORDS: Readonly<Record<string, string>> = {
  containers: "container",
  initContainers: "init container",
  ephemeralContainers: "ephemeral container",
  env: "env",
  args: "argument",
  command: "command word",
  ports: "port",
  volumeMounts: "mount",
  volumeDevices: "device",
  tolerations: "toleration",
  volumes: "volume",
  imagePullSecrets: "image pull secret",
  hostAliases: "host alias",
  schedulingGates: "scheduling gate",
  topologySpreadConstraints: "spread over",
};
const MAP_WORDS: Readonly<Record<string, string>> = {
  "metadata.labels": "label",
  "metadata.annotations": "annotation",
  "spec.nodeSelector": "node selector",
};
const CONTAINER_LISTS: readonly string[] = ["containers", "initContainers", "ephemeralContainers"];

const wordOf = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** Longer than the name of any container or volume. Longer label keys, paths and object names are cut. */
const NAME_LIMIT = 200;
const nameOf = ({ name }: Path[number]): string => (name.length <= NAME_LIMIT ? name : `${name.slice(0, NAME_LIMIT)}…`);

function pathText(path: Path): string {
  return path.map((step, at) => (step.kind === "element" ? `[${nameOf(step)}]` : `${at === 0 ? "" : "."}${nameOf(step)}`)).join("");
}

/** Returns a path as words: elements of known lists by their names, fields with dots between. */
function pathWords(path: Path): string {
  const words: string[] = [];
  let dotted = "";
  const flush = () => {
    if (dotted !== "") words.push(dotted);
    dotted = "";
  };
  path.forEach((step, at) => {
    if (step.kind === "field") {
      dotted += `${dotted === "" ? "" : "."}${nameOf(step)}`;
      return;
    }
    const list = path[at - 1]?.name ?? "";
    const word = wordOf(ELEMENT_WORDS, list);
    // The element's word replaces the name of the list only if that name is the last part.
    if (word === undefined || (dotted !== list && !dotted.endsWith(`.${list}`))) dotted += `[${nameOf(step).replace("#", "")}]`;
    else {
      dotted = dotted.slice(0, -list.length).replace(/\.$/, "");
      flush();
      words.push(`${word} ${nameOf(step).replace(/^#/, "")}`);
    }
  });
  flush();
  return words.join(" ");
}

const isVariableValue = (path: Path): boolean => path.length === 6 && path[3]?.name === "env" && path[5]?.name === "value";

function subjectAndPart(path: Path): { readonly subject: string; readonly what: string } {
  const [first, second, third] = path.map(nameOf);
  const map = wordOf(MAP_WORDS, `${first}.${second}`);
  if (map !== undefined && third !== undefined)
    return { subject: "", what: [map, third, pathWords(path.slice(3))].filter(Boolean).join(" ") };
  if (first === "spec" && second !== undefined && CONTAINER_LISTS.includes(second) && third !== undefined && path.length > 3)
    // For a reader, the value of a variable is the variable.
    return { subject: pathWords(path.slice(1, 3)), what: pathWords(path.slice(3, isVariableValue(path) ? 5 : undefined)) };
  return { subject: "", what: pathWords(first === "spec" && path.length > 1 ? path.slice(1) : path) || "template" };
}

function textOf(path: Path, value: JsonValue): string {
  const last = path[path.length - 1];
  const list = path[path.length - 2];
  return last?.kind === "element" && list !== undefined ? elementText(list.name, value) : valueText(value);
}

/** Returns a remark on a field with a special meaning. */
function remark(path: Path): string {
  return path.length === 3 && path[2]?.name === ANNOTATIONS.restartedAt ? " (kubectl rollout restart)" : "";
}

function changeOf(difference: Difference): TemplateChange {
  const { path } = difference;
  const { subject, what } = subjectAndPart(path);
  const base = { kind: difference.kind, path: pathText(path), subject, what };
  const sentence = (text: string) => `${subject === "" ? "" : `${subject}: `}${text}${remark(path)}`;
  switch (difference.kind) {
    case "added": {
      const after = textOf(path, difference.after);
      return after === "" ? { ...base, words: sentence(`${what} added`) } : { ...base, after, words: sentence(`${what} added: ${after}`) };
    }
    case "removed": {
      const before = textOf(path, difference.before);
      return before === ""
        ? { ...base, words: sentence(`${what} removed`) }
        : { ...base, before, words: sentence(`${what} removed: ${before}`) };
    }
    case "changed": {
      const [before, after] = valueTexts(difference.before, difference.after);
      const words = before === after ? `${what} changed, both values are hidden` : `${what} ${before} → ${after}`;
      return { ...base, before, after, words: sentence(words) };
    }
    case "reordered":
      return { ...base, words: sentence(`${what} are in another order`) };
    default:
      return assertNever(difference);
  }
}

/**
 * Returns the changes from one pod template to another in words, with containers and variables by name. Empty if the
 * templates have no difference. Never throws.
 */
export function templateChanges(before: JsonValue, after: JsonValue): TemplateChanges {
  const differences = templateDifferences(before, after);
  const isFormal = (difference: Difference) => difference.kind === "reordered" && !difference.matters;
  const real = differences.filter((difference) => !isFormal(difference));
  return {
    changes: real.slice(0, MAX_CHANGES).map(changeOf),
    more: Math.max(0, real.length - MAX_CHANGES),
    reordered: differences.filter(isFormal).map(({ path }) => pathText(path)),
  };
}

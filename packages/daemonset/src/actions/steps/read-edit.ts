import { isJsonObject } from "@daemonscope/kube/values/json-value";
import type { DaemonSetEdit, HostPortEdit } from "../changes/change.ts";
import {
  parseManifestWord,
  readJson,
  readLimits,
  readPair,
  readPairs,
  StepSyntaxException,
  type StepToken,
} from "../changes/text/step-tokens.ts";
import { readToleration } from "../changes/text/toleration-text.ts";

function strategyEdit([type = "", ...limits]: readonly string[]): DaemonSetEdit {
  const expected = "set-strategy NAMESPACE/NAME OnDelete, or RollingUpdate with or without maxUnavailable=N maxSurge=N";
  if (type !== "OnDelete" && type !== "RollingUpdate") throw new StepSyntaxException(type, expected);
  if (limits.length === 0) return { kind: "updateStrategyType", to: type };
  const { maxUnavailable, maxSurge = 0 } = readLimits(limits, expected);
  if (type === "OnDelete") throw new StepSyntaxException(limits[0] ?? "", expected);
  return { kind: "strategy", maxUnavailable: maxUnavailable ?? (maxSurge === 0 ? 1 : 0), maxSurge };
}

function budgetEdit(texts: readonly string[]): DaemonSetEdit {
  const expected = "set-budget NAMESPACE/NAME maxUnavailable=N, maxSurge=N or both";
  const { maxUnavailable, maxSurge } = readLimits(texts, expected);
  if (maxUnavailable !== undefined && maxSurge !== undefined) return { kind: "limits", maxUnavailable, maxSurge };
  if (maxUnavailable !== undefined) return { kind: "budget", field: "maxUnavailable", to: maxUnavailable };
  if (maxSurge !== undefined) return { kind: "budget", field: "maxSurge", to: maxSurge };
  throw new StepSyntaxException("", expected);
}

interface ContainerArguments {
  readonly container: string;
  readonly rest: readonly string[];
}

function containerArguments([flag = "", container, ...rest]: readonly string[], expected: string): ContainerArguments {
  if (flag !== "-c" || container === undefined || rest.length === 0) throw new StepSyntaxException(flag, expected);
  return { container, rest };
}

function requestsEdit(texts: readonly string[]): DaemonSetEdit {
  const expected = "set-requests NAMESPACE/NAME -c CONTAINER cpu=100m, or cpu- to take it off";
  const { container, rest } = containerArguments(texts, expected);
  const removed = rest.filter((text) => text.endsWith("-"));
  const set = readPairs(
    rest.filter((text) => !text.endsWith("-")),
    expected,
  );
  return { kind: "resources", container, set, remove: removed.map((text) => text.slice(0, -1)) };
}

function hostPortsEdit(texts: readonly string[]): DaemonSetEdit {
  const expected = "set-host-ports NAMESPACE/NAME -c CONTAINER 9100=9100, 53/UDP=53, or 9100=0 for none";
  const { container, rest } = containerArguments(texts, expected);
  const ports = rest.map((text): HostPortEdit => {
    const parts = /^(\d{1,5})(?:\/([A-Z]+))?=(\d{1,5})$/.exec(text);
    if (parts === null) throw new StepSyntaxException(text, expected);
    const hostPort = Number(parts[3]);
    return {
      containerPort: Number(parts[1]),
      ...(parts[2] === undefined ? {} : { protocol: parts[2] }),
      hostPort: hostPort === 0 ? null : hostPort,
    };
  });
  return { kind: "hostPorts", container, ports };
}

function nodeSelectorEdit(texts: readonly string[]): DaemonSetEdit {
  const expected = "set-node-selector NAMESPACE/NAME key=value, or key- to take it off";
  if (texts.length === 0) throw new StepSyntaxException("", expected);
  const isRemoval = (text: string): boolean => text.endsWith("-") && !text.includes("=");
  return {
    kind: "nodeSelector",
    set: readPairs(
      texts.filter((text) => !isRemoval(text)),
      expected,
    ),
    remove: texts.filter(isRemoval).map((text) => text.slice(0, -1)),
  };
}

function affinityEdit([word]: readonly StepToken[]): DaemonSetEdit {
  if (word?.text === "none") return { kind: "affinity" };
  const expected = 'set-affinity NAMESPACE/NAME {"nodeSelectorTerms":[…]}, or none';
  const value = readJson(word, expected);
  if (!isJsonObject(value)) throw new StepSyntaxException(word?.text ?? "", expected);
  return { kind: "affinity", to: value };
}

function tolerationsEdit(words: readonly StepToken[]): DaemonSetEdit {
  return {
    kind: "tolerations",
    to: words.map((word) => (word.kind === "json" ? (readJson(word, "a toleration as JSON") as object) : readToleration(word.text))),
  };
}

function undoEdit([text = ""]: readonly string[]): DaemonSetEdit {
  if (!/^\d{1,15}$/.test(text)) throw new StepSyntaxException(text, "undo NAMESPACE/NAME REVISION");
  return { kind: "revision", to: Number(text) };
}

/** Reads the only pair of an edit. */
function onePair([text = "", extra]: readonly string[], expected: string): readonly [string, string] {
  if (extra !== undefined) throw new StepSyntaxException(extra, expected);
  return readPair(text, expected);
}

function imageEdit(texts: readonly string[]): DaemonSetEdit {
  const [container, image] = onePair(texts, "set-image NAMESPACE/NAME container=image");
  return { kind: "image", container, image };
}

function annotationEdit(texts: readonly string[]): DaemonSetEdit {
  const [key, value] = onePair(texts, "annotate NAMESPACE/NAME key=value");
  return { kind: "annotation", key, value };
}

/** Parsers of the words after the DaemonSet's name, by the first word of the step. They throw
 *  StepSyntaxException. */
export const EDIT_PARSERS: Readonly<Record<string, (words: readonly StepToken[], texts: readonly string[]) => DaemonSetEdit>> = {
  restart: (_, [at]) => ({ kind: "restart", ...(at === undefined ? {} : { at }) }),
  "set-tolerations": tolerationsEdit,
  "set-node-selector": (_, texts) => nodeSelectorEdit(texts),
  "set-affinity": affinityEdit,
  "set-image": (_, texts) => imageEdit(texts),
  "set-requests": (_, texts) => requestsEdit(texts),
  "set-host-ports": (_, texts) => hostPortsEdit(texts),
  "set-priority": (_, [to]) => ({ kind: "priorityClass", ...(to === undefined ? {} : { to }) }),
  "set-strategy": (_, texts) => strategyEdit(texts),
  "set-budget": (_, texts) => budgetEdit(texts),
  annotate: (_, texts) => annotationEdit(texts),
  undo: (_, texts) => undoEdit(texts),
  change: ([word]) => ({ kind: "manifest", manifest: parseManifestWord(word) }),
};

/** The objects that a step of `what-if` names first. */
type StepTarget = "nodes" | "daemonsets" | "namespace" | "none";

interface StepForm {
  readonly verb: string;
  readonly target: StepTarget;
  /** The words after the target, as help shows them. Several forms are separated by `|`. */
  readonly words: string;
}

/** The steps of `what-if`, for help and completion. */
export const STEP_FORMS: readonly StepForm[] = [
  { verb: "taint", target: "nodes", words: "key=value:Effect | key:Effect-" },
  { verb: "label", target: "nodes", words: "key=value | key-" },
  { verb: "cordon", target: "nodes", words: "" },
  { verb: "uncordon", target: "nodes", words: "" },
  { verb: "leave", target: "nodes", words: "" },
  { verb: "join", target: "none", words: "COUNT [like NODE] [--label key=value] [--taint key=value:Effect] [--allocatable cpu=4]" },
  { verb: "set-image", target: "daemonsets", words: "CONTAINER=IMAGE" },
  { verb: "set-requests", target: "daemonsets", words: "-c CONTAINER cpu=100m | cpu-" },
  { verb: "set-host-ports", target: "daemonsets", words: "-c CONTAINER 9100=9100 | 9100=0" },
  { verb: "set-priority", target: "daemonsets", words: "CLASS" },
  { verb: "set-tolerations", target: "daemonsets", words: "key=value:Effect" },
  { verb: "set-node-selector", target: "daemonsets", words: "key=value | key-" },
  { verb: "set-affinity", target: "daemonsets", words: '{"nodeSelectorTerms": [...]} | none' },
  { verb: "set-strategy", target: "daemonsets", words: "OnDelete | RollingUpdate [maxUnavailable=N]" },
  { verb: "set-budget", target: "daemonsets", words: "maxUnavailable=N maxSurge=N" },
  { verb: "restart", target: "daemonsets", words: "" },
  { verb: "undo", target: "daemonsets", words: "REVISION" },
  { verb: "annotate", target: "daemonsets", words: "key=value" },
  { verb: "delete", target: "daemonsets", words: "[--cascade=orphan]" },
  { verb: "delete-pods", target: "namespace", words: "POD..." },
  { verb: "change", target: "daemonsets", words: "{manifest as JSON}" },
  { verb: "apply", target: "none", words: "{manifest as JSON}" },
];

const TARGET_WORDS: Readonly<Record<StepTarget, string>> = {
  nodes: " NODES",
  daemonsets: " NAMESPACE/NAME",
  namespace: " NAMESPACE",
  none: "",
};

/** Returns the words of a step after its verb. */
export const stepWords = ({ target, words }: StepForm): string => `${TARGET_WORDS[target]} ${words}`.trim();

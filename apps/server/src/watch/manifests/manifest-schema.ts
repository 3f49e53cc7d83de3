/**
 * The type that the API requires at a path of a manifest. Paths without a shape may hold anything, because no rule
 * reads them.
 */
export type ManifestSchema =
  | { readonly kind: "text" }
  | { readonly kind: "flag" }
  | { readonly kind: "wholeNumber" }
  | { readonly kind: "texts" }
  | { readonly kind: "list"; readonly of: ManifestSchema }
  | {
      readonly kind: "fields";
      readonly of: Readonly<Record<string, ManifestSchema>>;
      /**
       * Which unknown fields are reported: `all`, fields `alike` a known one, or `none`. Releases add fields to large
       * objects.
       */
      readonly strangers: "all" | "alike" | "none";
      /** Known fields that no rule reads. */
      readonly others: readonly string[];
    };

const text: ManifestSchema = { kind: "text" };
const flag: ManifestSchema = { kind: "flag" };
const wholeNumber: ManifestSchema = { kind: "wholeNumber" };
/** A map from strings to strings. */
const texts: ManifestSchema = { kind: "texts" };
const list = (of: ManifestSchema): ManifestSchema => ({ kind: "list", of });
type Fields = Readonly<Record<string, ManifestSchema>>;
const only = (of: Fields, ...others: readonly string[]): ManifestSchema => ({ kind: "fields", of, strangers: "all", others });
const among = (of: Fields, ...others: readonly string[]): ManifestSchema => ({ kind: "fields", of, strangers: "alike", others });
const some = (of: Fields): ManifestSchema => ({ kind: "fields", of, strangers: "none", others: [] });

const requirements = list(only({ key: text, operator: text, values: list(text) }));
const metadata = some({ name: text, namespace: text, labels: texts, annotations: texts });
const requiredAffinity = only({ nodeSelectorTerms: list(only({ matchExpressions: requirements, matchFields: requirements })) });
const affinity = only(
  {
    nodeAffinity: only(
      { requiredDuringSchedulingIgnoredDuringExecution: requiredAffinity },
      "preferredDuringSchedulingIgnoredDuringExecution",
    ),
  },
  "podAffinity",
  "podAntiAffinity",
);
const podSpec = among(
  {
    nodeName: text,
    nodeSelector: texts,
    hostNetwork: flag,
    affinity,
    tolerations: list(only({ key: text, operator: text, value: text, effect: text, tolerationSeconds: wholeNumber })),
  },
  // Known fields that resemble the ones above.
  ..."hostPID,hostIPC,hostUsers,hostname,hostnameOverride,hostAliases,overhead,topologySpreadConstraints".split(","),
);

const daemonSet = among(
  {
    apiVersion: text,
    metadata,
    spec: among(
      {
        selector: only({ matchLabels: texts, matchExpressions: requirements }),
        template: only({ metadata: some({ labels: texts }), spec: podSpec }),
      },
      "updateStrategy",
    ),
  },
  "kind",
  "status",
);

const node = among(
  {
    apiVersion: text,
    metadata,
    spec: among({ taints: list(only({ key: text, value: text, effect: text }, "timeAdded")) }),
  },
  "kind",
  "status",
);

/** The fields that a verdict depends on, by kind: a value of another type there would silently change the answer. */
export const MANIFEST_SCHEMAS: Readonly<Record<"Node" | "DaemonSet", ManifestSchema>> = { Node: node, DaemonSet: daemonSet };

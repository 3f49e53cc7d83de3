/**
 * The type that the API requires at a path of a manifest. Paths without a schema may hold anything, because no rule
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
       * Which unknown fields are reported: `all`, fields `similar` a known one, or `none`. Releases add fields to large
       * objects.
       */
      readonly unknownFields: "all" | "similar" | "none";
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
/** Reports every unknown field. */
const allFields = (of: Fields, ...others: readonly string[]): ManifestSchema => ({ kind: "fields", of, unknownFields: "all", others });
/** Reports an unknown field only if its name is similar to a known one. */
const mostFields = (of: Fields, ...others: readonly string[]): ManifestSchema => ({ kind: "fields", of, unknownFields: "similar", others });
/** Reports no unknown field. */
const someFields = (of: Fields): ManifestSchema => ({ kind: "fields", of, unknownFields: "none", others: [] });

const requirements = list(allFields({ key: text, operator: text, values: list(text) }));
const metadata = someFields({ name: text, namespace: text, labels: texts, annotations: texts });
const requiredAffinity = allFields({ nodeSelectorTerms: list(allFields({ matchExpressions: requirements, matchFields: requirements })) });
const affinity = allFields(
  {
    nodeAffinity: allFields(
      { requiredDuringSchedulingIgnoredDuringExecution: requiredAffinity },
      "preferredDuringSchedulingIgnoredDuringExecution",
    ),
  },
  "podAffinity",
  "podAntiAffinity",
);
const podSpec = mostFields(
  {
    nodeName: text,
    nodeSelector: texts,
    hostNetwork: flag,
    affinity,
    tolerations: list(allFields({ key: text, operator: text, value: text, effect: text, tolerationSeconds: wholeNumber })),
  },
  // Known fields that resemble the ones above.
  ..."hostPID,hostIPC,hostUsers,hostname,hostnameOverride,hostAliases,overhead,topologySpreadConstraints".split(","),
);

const daemonSet = mostFields(
  {
    apiVersion: text,
    metadata,
    spec: mostFields(
      {
        selector: allFields({ matchLabels: texts, matchExpressions: requirements }),
        template: allFields({ metadata: someFields({ labels: texts }), spec: podSpec }),
      },
      "updateStrategy",
    ),
  },
  "kind",
  "status",
);

const node = mostFields(
  {
    apiVersion: text,
    metadata,
    spec: mostFields({ taints: list(allFields({ key: text, value: text, effect: text }, "timeAdded")) }),
  },
  "kind",
  "status",
);

/** The fields that a verdict depends on, by kind: a value of another type there would silently change the answer. */
export const MANIFEST_SCHEMAS: Readonly<Record<"Node" | "DaemonSet", ManifestSchema>> = { Node: node, DaemonSet: daemonSet };

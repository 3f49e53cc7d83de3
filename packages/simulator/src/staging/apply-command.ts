import { stringify } from "yaml";

/** Returns the kubectl line that applies manifests, with the manifests as YAML in a here-document. */
export const applyCommand = (manifests: readonly object[]): string =>
  `kubectl apply -f - <<'EOF'\n${manifests.map((manifest) => stringify(manifest, { aliasDuplicateObjects: false, lineWidth: 0 })).join("---\n")}EOF`;

import { ageText } from "@daemonscope/kube/values/human-duration";
import type { FieldOwner } from "@daemonscope/shared/http/node-field-managers";
import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { useNodeManagers } from "../../../data/api/queries.ts";
import { useClusterView, useFreshness, useNow } from "../../../data/hooks/cluster-context.ts";
import { Trans, useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { NodeField } from "../proof/deciding-fields.ts";

function Changed({ field, node, owner }: { readonly field: NodeField; readonly node: string; readonly owner: FieldOwner }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const age = ageText(nowMs - owner.atMs);
  return (
    <p className="i3" title={new Date(owner.atMs).toISOString()}>
      <Trans
        i18nKey={field.kind === "taints" ? "explain.changed.taints" : "explain.changed.label"}
        values={{
          node,
          label: field.kind === "label" ? field.key : "",
          manager: owner.manager,
          age: t(owner.isExact ? "explain.changed.at" : "explain.changed.before", { age }),
        }}
        components={{ code: <code /> }}
      />
    </p>
  );
}

/**
 * The last author and time of a node's taints, or of some labels; nothing if unknown. Read from the cluster when this
 * opens.
 */
export function LastChange({ node, fields }: { readonly node: string; readonly fields: readonly NodeField[] }) {
  const { state } = useClusterView();
  const isLive = useFreshness().kind === "live";
  const record = state && nodeNamed(state, node);
  const shouldFetch = isLive && record !== undefined && fields.length > 0;
  const { data } = useNodeManagers(node, [record?.taints, record?.labels], shouldFetch);
  if (data === undefined) return null;
  return fields.map((field) => {
    const owner = field.kind === "taints" ? data.taints : data.labels.find(({ key }) => key === field.key);
    return owner === undefined ? null : <Changed key={field.kind === "taints" ? "" : field.key} field={field} node={node} owner={owner} />;
  });
}

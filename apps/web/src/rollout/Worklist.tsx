import { useState } from "react";
import { useTranslation } from "react-i18next";
import { countText } from "./flow-words.ts";
import type { WorklistGroup } from "./select-worklist.ts";

interface WorklistProps {
  readonly groups: readonly WorklistGroup[];
  readonly onOpen: (node: string) => void;
}

const SHOWN = 12;

/** Under OnDelete: the nodes whose old pod waits to be deleted by hand. */
export function Worklist({ groups, onOpen }: WorklistProps) {
  const { t } = useTranslation();
  const total = groups.reduce((sum, group) => sum + group.nodes.length, 0);
  return (
    <section aria-label={t("rollout.worklist.title")}>
      <h2>{total === 0 ? t("rollout.worklist.none") : t("rollout.worklist.count", { count: total })}</h2>
      {groups.map((group) => (
        <WorklistNodes key={group.group} group={group} onOpen={onOpen} />
      ))}
    </section>
  );
}

function WorklistNodes({ group, onOpen }: { readonly group: WorklistGroup; readonly onOpen: (node: string) => void }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const nodes = isWhole ? group.nodes : group.nodes.slice(0, SHOWN);
  const rest = group.nodes.length - nodes.length;
  return (
    <div>
      <b className="strong">{group.group === "" ? t("grid.noValue") : group.group}</b>{" "}
      <span className="i3">{countText(group.nodes.length)}</span>
      <p>
        {nodes.map((node, index) => (
          <span key={node}>
            {index > 0 && ", "}
            <button type="button" className="link" onClick={() => onOpen(node)}>
              {node}
            </button>
          </span>
        ))}
        {rest > 0 && (
          <>
            {" "}
            <button type="button" className="link" onClick={() => setWhole(true)}>
              {t("rollout.worklist.more", { more: rest })}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

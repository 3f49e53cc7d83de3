import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { countText } from "./flow-words.ts";

/** The revisions that the cluster keeps, newest first, with the nodes that run each. */
export function Revisions({ record, nowMs }: { readonly record: DaemonSetRecord; readonly nowMs: number }) {
  return (
    <section aria-label="Revisions">
      <h2>Revisions</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" className="num">
              Revision
            </th>
            <th scope="col">Hash</th>
            <th scope="col" className="num">
              Nodes
            </th>
            <th scope="col" className="num">
              Age
            </th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {record.revisions.map((revision) => (
            <tr key={revision.hash}>
              <td className={`num${revision.current ? " strong" : ""}`}>{revision.revision}</td>
              <td>
                <code>{revision.hash}</code>
              </td>
              <td className="num">{countText(revision.nodes)}</td>
              <td className="num">{humanDuration(Math.max(0, nowMs - revision.createdAtMs))}</td>
              <td>
                {revision.current
                  ? `current${record.templateGeneration === undefined ? "" : `, template generation ${record.templateGeneration}`}`
                  : revision.nodes > 0
                    ? "still on nodes"
                    : "history"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {record.revisions.length === 0 && (
        <p>No revision is readable: the account may not list controllerrevisions, or the controller has made none yet.</p>
      )}
      <p className="i3">A rollback gives an old revision a new, higher number: the numbers do not say when a revision was live.</p>
    </section>
  );
}

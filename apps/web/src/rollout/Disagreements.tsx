import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { countText } from "./flow-words.ts";

/** Where the numbers that the API reports differ from those that the pods and nodes give, each with its likely cause. */
export function Disagreements({ record }: { readonly record: DaemonSetRecord }) {
  if (record.disagreements.length === 0) return null;
  return (
    <section aria-label="Reported and derived">
      <h2>Reported and derived</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col" className="num">
              status
            </th>
            <th scope="col" className="num">
              derived
            </th>
            <th scope="col">Likely cause</th>
          </tr>
        </thead>
        <tbody>
          {record.disagreements.map((each) => (
            <tr key={each.field}>
              <td>
                <code>{each.field}</code>
              </td>
              <td className="num">{countText(each.reported)}</td>
              <td className="num strong">{countText(each.derived)}</td>
              <td>{each.cause}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

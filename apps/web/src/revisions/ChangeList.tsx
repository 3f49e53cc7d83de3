import type { TemplateChange } from "@daemonscope/daemonset/revisions/template-changes";
import type { RevisionDifference } from "@daemonscope/shared/http/answers";
import { countText } from "../rollout/flow-words.ts";

const SIGNS: Readonly<Record<TemplateChange["kind"], string>> = { added: "+", removed: "−", changed: "~", reordered: "↕" };

/** What changed, one line each, grouped by whose it is. */
export function ChangeList({ difference }: { readonly difference: RevisionDifference }) {
  const { changes, more, reordered } = difference;
  const subjects = [...new Set(changes.map(({ subject }) => subject))];
  return (
    <>
      {changes.length === 0 && (
        <p>
          {reordered.length === 0
            ? "The two templates say the same."
            : "Nothing that has an effect changed; all pods are replaced all the same."}
        </p>
      )}
      {subjects.map((subject) => (
        <div key={subject}>
          <h3>{subject === "" ? "pod" : subject}</h3>
          <ul className="changes">
            {changes
              .filter((change) => change.subject === subject)
              .map((change) => (
                <li key={`${change.kind} ${change.path}`}>
                  <code aria-hidden="true">{SIGNS[change.kind]}</code>
                  <span className="visually-hidden">{change.words}</span>
                  <span aria-hidden="true">
                    <ChangeText change={change} />
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {more > 0 && <p>and {countText(more)} more changes; the YAML below has them all.</p>}
      {reordered.length > 0 && (
        <p className="i3">
          In another order, which says nothing: <code>{reordered.join(", ")}</code>
        </p>
      )}
    </>
  );
}

function ChangeText({ change: { kind, what, before, after } }: { readonly change: TemplateChange }) {
  switch (kind) {
    case "added":
      return (
        <>
          {what} added{after !== undefined && <code className="new">{after}</code>}
        </>
      );
    case "removed":
      return (
        <>
          {what} removed{before !== undefined && <code className="old">{before}</code>}
        </>
      );
    case "reordered":
      return <>{what} stand in another order</>;
    case "changed":
      return before === after ? (
        <>{what} changed, both values are hidden</>
      ) : (
        <>
          {what}
          <code className="old">{before}</code> <span className="i3">→</span>
          <code className="new">{after}</code>
        </>
      );
  }
}

import { useTitle } from "./chrome/use-title.ts";
import { useClusterStore, useFreshness } from "./cluster/cluster-context.ts";

/** What stands on a page before there is a cluster to show: what is waited for, and why. */
export function Connecting() {
  const { sentence, forbidden, kind } = useFreshness();
  const store = useClusterStore();
  const refused = forbidden.find(({ source }) => source === "daemonsets");
  useTitle(refused === undefined ? "Connecting" : "May not read DaemonSets");
  if (refused !== undefined)
    return (
      <main className="message">
        <h1>May not read DaemonSets</h1>
        <p>{refused.detail}</p>
        <p>Without them there is nothing to show. It is tried again by itself.</p>
      </main>
    );
  return (
    <main className="message" aria-busy="true">
      <h1>Connecting</h1>
      <p>{sentence}</p>
      {kind === "connecting" ? (
        <p>
          <button type="button" className="btn" onClick={() => store.retry()}>
            Retry now
          </button>
        </p>
      ) : null}
    </main>
  );
}

import { useCluster, useClusterStore, useFreshness } from "../cluster/cluster-context.ts";
import { isShown } from "../cluster/is-shown.ts";

const time = (ms: number): string => new Date(ms).toLocaleTimeString(undefined, { hour12: false });

/** What stands between the person and the truth, in sentences: a lost connection, a silent server, kinds and objects that are not read. Nothing when all is well. */
export function Bands() {
  const fresh = useFreshness();
  const store = useClusterStore();
  const shown = useCluster(({ state }) => state !== undefined && isShown(state));
  const isOld = fresh.kind === "disconnected" || fresh.kind === "stale";
  // Before anything is shown the page itself says what is missing.
  if (!shown && !isOld) return null;
  return (
    <>
      {isOld ? (
        <div className={fresh.kind === "stale" ? "band warm" : "band"} role="alert">
          <b>{fresh.kind === "stale" ? "Stale." : "Disconnected."}</b>
          <span>
            {fresh.sentence}
            {shown && fresh.asOfMs !== undefined ? ` Everything below is as it was at ${time(fresh.asOfMs)}.` : ""}
          </span>
          <span className="grow" />
          <button type="button" className="btn" onClick={() => store.retry()}>
            Retry now
          </button>
        </div>
      ) : null}
      {fresh.kind === "connecting" ? (
        <div className="band warm" role="status">
          <b>Not complete yet.</b>
          <span>{fresh.sentence}</span>
        </div>
      ) : null}
      {fresh.forbidden.map(({ source, detail }) => (
        <div className="band warm" role="status" key={source}>
          <b>May not read {source}.</b>
          <span>{detail}</span>
        </div>
      ))}
      {fresh.leftOut.map(({ source, count, first }) => (
        <div className="band warm" role="status" key={`${source} left out`}>
          <b>
            {count} {count === 1 ? "object" : "objects"} of {source} could not be read.
          </b>
          <span>{count === 1 ? `${first}.` : `The first: ${first}.`}</span>
        </div>
      ))}
    </>
  );
}

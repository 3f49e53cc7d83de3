import { useCluster, useClusterStore, useFreshness } from "../cluster/cluster-context.ts";

const time = (ms: number): string => new Date(ms).toLocaleTimeString(undefined, { hour12: false });

/** What stands between the person and the truth, in sentences: a lost connection, a silent server, kinds that may not be read. Nothing when all is well. */
export function Bands() {
  const fresh = useFreshness();
  const store = useClusterStore();
  const clusterAtMs = useCluster(({ clusterAtMs: at }) => at);
  const shown = useCluster(({ state }) => state !== undefined);
  return (
    <>
      {fresh.kind === "disconnected" || fresh.kind === "stale" ? (
        <div className={fresh.kind === "stale" ? "band warm" : "band"} role="alert">
          <b>{fresh.kind === "stale" ? "Stale." : "Disconnected."}</b>
          <span>
            {fresh.sentence}
            {shown ? ` Everything below is as it was at ${time(clusterAtMs)}.` : ""}
          </span>
          <span className="grow" />
          <button type="button" className="btn" onClick={() => void store.resync()}>
            Retry now
          </button>
        </div>
      ) : null}
      {fresh.forbidden.map(({ source, detail }) => (
        <div className="band warm" role="status" key={source}>
          <b>May not read {source}.</b>
          <span>{detail}</span>
        </div>
      ))}
    </>
  );
}

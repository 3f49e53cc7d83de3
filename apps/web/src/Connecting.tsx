import { useFreshness } from "./cluster/cluster-context.ts";

/** What stands on a page before the first state of the cluster is there. */
export function Connecting() {
  const { sentence } = useFreshness();
  return (
    <main className="message" aria-busy="true">
      <h1>Connecting</h1>
      <p>{sentence}</p>
    </main>
  );
}

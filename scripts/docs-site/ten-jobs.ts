/** A question of an operator, the line that answers it, and what other programs need for the answer. */
interface Job {
  readonly job: string;
  readonly line: string;
  /** From the end of the line to the answer, with the time to read it. Undefined: not measured. */
  readonly seconds?: string;
  readonly others: string;
}

/**
 * Ten jobs of operators. A user of kubectl measured the seconds once, with version 0.1.0 on 12 nodes. Lines that are
 * newer than that have none.
 */
export const TEN_JOBS: readonly Job[] = [
  {
    job: "Which nodes lack an agent, and why",
    line: "daemonscope explain ds/fluent-bit -n logging --excluded",
    others: "kubectl: compare `get pods -o wide` with `get nodes`; no reason",
  },
  {
    job: "Gate a rollout, with the reason of a failure",
    line: "daemonscope wait ds/fluent-bit -n logging --timeout 10m",
    seconds: "43 to 48 after the change",
    others: "`kubectl rollout status` and `helm --wait` fail at their timeout, without a reason",
  },
  {
    job: "Compare two clusters",
    line: "daemonscope diff ds/fluent-bit -n logging --context prod --context test",
    seconds: "20",
    others: "kubectl: `get -o yaml` in each context, then `diff`; defaults and status differ too",
  },
  {
    job: "Check a manifest in CI",
    line: "daemonscope what-if -f ds.yaml --strict",
    others: "`kubectl apply --dry-run=server` checks fields, not nodes",
  },
  {
    job: "What a taint breaks",
    line: "daemonscope what-if --taint 'pool=gpu dedicated=ml:NoExecute'",
    seconds: "10",
    others: "no answer",
  },
  {
    job: "The state for a ticket",
    line: "daemonscope record ticket.dslog --for 10s --anonymise",
    others: "kubectl: `get -o yaml` of four kinds and the events, with real names",
  },
  {
    job: "Watch a rollout over ssh",
    line: "daemonscope status ds/fluent-bit -n logging --watch",
    others: "`kubectl get ds -w` has no cause; k9s shows the pods",
  },
  {
    job: "Yesterday's incident",
    line: "daemonscope status -A --from night.dslog --at 2026-01-31T02:14:00Z",
    seconds: "30",
    others: "no answer; audit logs or metrics, read by hand",
  },
  {
    job: "Misscheduled pods",
    line: "daemonscope pods -A --misscheduled",
    others: "`kubectl describe ds` has only their number",
  },
  {
    job: "Pods of an old revision",
    line: "daemonscope pods ds/fluent-bit -n logging --old",
    others: "kubectl: the hash of the newest ControllerRevision, then `get pods -l 'controller-revision-hash!=HASH'`",
  },
];

/** A question of an operator, the line that answers it, and what other programs need for the answer. */
interface Job {
  readonly job: string;
  readonly line: string;
  /** CPU time to the answer; clock time if the command waits. */
  readonly seconds: string;
  readonly others: string;
}

/** Ten jobs of operators. The seconds are the median of five runs with version 0.1.0. */
export const TEN_JOBS: readonly Job[] = [
  {
    job: "Which nodes lack an agent, and why",
    line: "daemonscope explain ds/fluent-bit -n logging --excluded",
    seconds: "0.3",
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
    seconds: "0.2",
    others: "kubectl: `get -o yaml` in each context, then `diff`; defaults and status differ too",
  },
  {
    job: "Check a manifest in CI",
    line: "daemonscope what-if -f ds.yaml --strict",
    seconds: "0.5",
    others: "`kubectl apply --dry-run=server` checks fields, not nodes",
  },
  {
    job: "What a taint breaks",
    line: "daemonscope what-if --taint 'pool=gpu dedicated=ml:NoExecute'",
    seconds: "0.4",
    others: "no answer",
  },
  {
    job: "The state for a ticket",
    line: "daemonscope record ticket.dslog --for 10s --anonymise",
    seconds: "10",
    others: "kubectl: `get -o yaml` of four kinds and the events, with real names",
  },
  {
    job: "Watch a rollout over ssh",
    line: "daemonscope status ds/fluent-bit -n logging --watch",
    seconds: "0.3 to the first frame",
    others: "`kubectl get ds -w` has no cause; k9s shows the pods",
  },
  {
    job: "Yesterday's incident",
    line: "daemonscope status -A --from night.dslog --at 2026-01-31T02:14:00Z",
    seconds: "0.3",
    others: "no answer; audit logs or metrics, read by hand",
  },
  {
    job: "Misscheduled pods",
    line: "daemonscope pods -A --misscheduled",
    seconds: "0.5",
    others: "`kubectl describe ds` has only their number",
  },
  {
    job: "Pods of an old revision",
    line: "daemonscope pods ds/fluent-bit -n logging --old",
    seconds: "0.3",
    others: "kubectl: the hash of the newest ControllerRevision, then `get pods -l 'controller-revision-hash!=HASH'`",
  },
];

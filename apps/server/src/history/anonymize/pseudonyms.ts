/**
 * Common words of Kubernetes messages and values. The anonymizer keeps a token that equals one of them, because it
 * identifies no cluster.
 */
export const PUBLIC_WORDS: ReadonlySet<string> = new Set(
  `a about above access after again all already an and any anonymous api are as at attempt attempts authorization authentication available back backoff back-off bad be because been before being below but by
  can cannot cause check class client closed code combined complete condition conditions config connect connection container containers context could couldn create created creating credentials crash current
  cpu daemon deadline deleted deleting denied dial did didn disk do does doesn doing don down due during either enough ephemeral-storage err error errors event events evicted evicting exceeded exceeding exec exist exists exit exited expired finish
  failed failing failure features find finished for forbidden found free from get got had has have head hit host hosts hostpath hostPath hostname i/o if image images in inside insufficient internal into invalid io is isn it its
  kill killed killing kubelet last later layer level limit limits liveness local long looking lookup low made manifest many match matched matches max may memory message missing more mount mounting must name names network new no node nodes none not notin notReady now
  object of off offline old on one only open operation or other out over own pending percent permission pid pids plugin pod pods policy port ports posting posts preempt preempted preemption pressure probe process progress provided pull pulled pulling put
  quantity range rate ready readiness ready reached reason refused reject rejected related repository request requested requests require required requires reset resource resources restart restarting restarts returned rolled rollout rpc run runtime running
  s same sandbox scheduled scheduling secret see selector service set setup several should shutdown similar since slots so some spec start started starting startup started state status still stopped storage stopping strategy such successfully sufficient system
  t taint taints tcp template than that the their them then there these this time timed timeout tls to toleration tolerate tolerations tolerated too try trying type unable unauthorized unavailable unexpected unhealthy unknown unreachable unresolvable unschedulable unsupported untolerated until up update updated usage use used using
  validation value version victims volume volumes wait waiting wants was wasn watch watching we were what when which while will with within without won would x509 certificate signed authority yet
  resolve resolving unpack pullaccess toomanyrequests limit-exceeded manifests EOF DNS HTTP HTTPS GET HEAD TLS TCP UDP SCTP IO OK PID OOM
  Back-off BackOff Insufficient Failed Found Error Found Preemption No Node Pod Pods Readiness Liveness Startup Unable Too The This Cannot Could Container Image Usage Predicate Rejected Was Allocate Exceeded Expired Get Head Waiting Rollout
  NotFound Unknown Unavailable DeadlineExceeded PermissionDenied Unauthenticated ResourceExhausted InvalidArgument Internal AlreadyExists FailedPrecondition Forbidden Unauthorized NotReady Ready True False
  NoSchedule PreferNoSchedule NoExecute RollingUpdate OnDelete DaemonSet ImagePullBackOff ErrImagePull CrashLoopBackOff
  node.kubernetes.io node-role.kubernetes.io control-plane not-ready disk-pressure memory-pressure pid-pressure network-unavailable
  desiredNumberScheduled currentNumberScheduled numberReady updatedNumberScheduled numberAvailable numberUnavailable numberMisscheduled
  configMap emptyDir projected downwardAPI persistentVolumeClaim csi nfs iscsi
  nodes pods daemonsets controllerrevisions events DaemonSets
  admission affinity allocate anti-affinity bound calling claims configmap conflict errored filtered gate greater inodes insufficient_scope less minimum maximum must non-existent per persistent persistentvolumeclaim
  architecture manifest matching platform prefilter pv quota ratio registered resourceclaim result route runtimeclass satisfy serviceaccount spread topology violates webhook zone
  requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage count/pods
  DiskPressure MemoryPressure PIDPressure PodSecurity LimitRange PersistentVolume PriorityClass RuntimeClass ServiceAccount SchedulingGated NodeAffinity
  gpu-operator network-operator kruise-rollouts nvidia-driver nvidia-driver-daemonset paused-for-driver-upgrade partition upgrade-required cordon-required wait-for-jobs-required
  pod-deletion-required drain-required node-maintenance-required post-maintenance-required pod-restart-required
  validation-required uncordon-required upgrade-done upgrade-failed
  true false linux windows amd64 arm64 default kube-system kube-public kube-node-lease system-node-critical system-cluster-critical`.split(
    /\s+/,
  ),
);

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[._-]+[\p{L}\p{M}\p{N}]+)*/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Counts, quantities and durations; longer numbers may be accounts or addresses. */
const AMOUNT = /^(?:\d{1,6}(?:\.\d{1,3})?(?:m|k|M|G|T|Ki|Mi|Gi|Ti|ms|s|h|d)?|(?:\d{1,4}(?:h|m|s))+)$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** Treated as one word instead of five, because each pod has one. */
const UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the alias of a word number, padded to `digits`. `x509` is a public word: that number gets a letter, which
 *  keeps its place in the order. */
function aliasOf(number: number, digits = 1): string {
  const alias = `x${String(number).padStart(digits, "0")}`;
  return PUBLIC_WORDS.has(alias) ? `${alias}x` : alias;
}

const WORDS_PER_SLICE = 1000;

/** Number of texts that one time slice sorts or merges. */
const TEXTS_PER_SLICE = 1000;

/** Sorts texts in the order of `Array.prototype.sort`. O(n log n). */
export function* sortedInParts(texts: readonly string[]): Generator<undefined, readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_PER_SLICE) {
    runs.push(texts.slice(from, from + TEXTS_PER_SLICE).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedInParts(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInParts(a: readonly string[], b: readonly string[]): Generator<undefined, readonly string[]> {
  const merged: string[] = [];
  let [atA, atB] = [0, 0];
  while (merged.length < a.length + b.length) {
    const [nextA, nextB] = [a[atA], b[atB]];
    const isA = nextB === undefined || (nextA !== undefined && nextA <= nextB);
    const next = isA ? nextA : nextB;
    if (isA) atA++;
    else atB++;
    if (next !== undefined) merged.push(next);
    if (merged.length % TEXTS_PER_SLICE === 0) yield;
  }
  return merged;
}

/**
 * Maps each word to one other word, everywhere in a log. Times, amounts and public words are kept where they are a
 * whole token. Two texts are equal afterwards exactly if they were equal before. *Invariant*: a replacement is never a
 * kept token.
 */
export class Pseudonyms {
  readonly #aliases = new Map<string, string>();

  /** The number of replaced words. */
  get size(): number {
    return this.#aliases.size;
  }

  /**
   * Returns the same words with aliases in alphabetical order, because the page sorts by name. A word that appears
   * later has no position in that order.
   */
  *inOrder(): Generator<undefined, Pseudonyms> {
    const ordered = new Pseudonyms();
    const words = yield* sortedInParts([...this.#aliases.keys()]);
    const digits = String(words.length).length;
    for (const [at, word] of words.entries()) {
      ordered.#aliases.set(word, aliasOf(at + 1, digits));
      if (at % WORDS_PER_SLICE === 0) yield;
    }
    return ordered;
  }

  of(text: string): string {
    if (TIME.test(text)) return text;
    return text.replace(TOKEN, (token) => {
      if (PUBLIC_WORDS.has(token) || AMOUNT.test(token)) return token;
      return UID.test(token) ? this.#alias(token) : token.replace(WORD, (word) => this.#alias(word));
    });
  }

  #alias(word: string): string {
    const known = this.#aliases.get(word);
    if (known !== undefined) return known;
    const alias = aliasOf(this.#aliases.size + 1);
    this.#aliases.set(word, alias);
    return alias;
  }
}

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

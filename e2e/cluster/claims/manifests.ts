/** A manifest of a lesson, as a user copies it. */
interface LessonManifest {
  readonly kind: string;
  /** Its own namespace. Otherwise that of the claim. */
  readonly namespace?: string;
  readonly text: string;
}

const REDIS_CONTAINER = `
      containers:
      - image: redis
        name: redis
        ports:
        - containerPort: 6379
`;

/** The manifests of the lessons, unchanged. */
const LESSONS = {
  /** A Deployment whose kind was changed and whose replicas were removed. Its strategy is left. */
  redisFromDeployment: {
    kind: "DaemonSet",
    text: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  labels:
    app: redis
  name: redis-ds
spec:
  selector:
    matchLabels:
      app: redis
  strategy: {}
  template:
    metadata:
      labels:
        app: redis
    spec:${REDIS_CONTAINER}`,
  },
  redis: {
    kind: "DaemonSet",
    text: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  labels:
    app: redis
  name: redis-ds
spec:
  selector:
    matchLabels:
      app: redis
  template:
    metadata:
      labels:
        app: redis
    spec:${REDIS_CONTAINER}`,
  },
  fluentd: {
    kind: "DaemonSet",
    namespace: "kube-system",
    text: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: fluentd-elasticsearch
  namespace: kube-system
  labels:
    k8s-app: fluentd-logging
spec:
  selector:
    matchLabels:
      name: fluentd-elasticsearch
  template:
    metadata:
      labels:
        name: fluentd-elasticsearch
    spec:
      tolerations:
      - key: node-role.kubernetes.io/master
        operator: Exists
        effect: NoSchedule
      containers:
      - name: fluentd-elasticsearch
        image: quay.io/fluentd_elasticsearch/fluentd:v2.5.2
        resources:
          limits:
            memory: 200Mi
          requests:
            cpu: 100m
            memory: 200Mi
        volumeMounts:
        - name: varlog
          mountPath: /var/log
        - name: varlibdockercontainers
          mountPath: /var/lib/docker/containers
          readOnly: true
      terminationGracePeriodSeconds: 30
      volumes:
      - name: varlog
        hostPath:
          path: /var/log
      - name: varlibdockercontainers
        hostPath:
          path: /var/lib/docker/containers
`,
  },
  randomRefresher: {
    kind: "DaemonSet",
    text: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: random-refresher
spec:
  selector:
    matchLabels:
      app: random-refresher
  template:
    metadata:
      labels:
        app: random-refresher
    spec:
      nodeSelector:
        feature: hw-rng
      containers:
      - image: k8spatterns/random-generator:1.0
        name: random-generator
        command: [ "java", "-cp", "/", "RandomRunner", "/host_dev/random", "100000" ]
        volumeMounts:
        - mountPath: /host_dev
          name: devices
      volumes:
      - name: devices
        hostPath:
          path: /dev
`,
  },
  /** Three containers, a Secret and two ConfigMaps. */
  agent: {
    kind: "DaemonSet",
    text: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels:
      app: agent
  minReadySeconds: 2
  template:
    metadata:
      labels:
        app: agent
    spec:
      nodeSelector:
        app: ironman
      terminationGracePeriodSeconds: 5
      containers:
      - name: collector
        image: registry.example/collector:1.2
        envFrom:
        - secretRef:
            name: agent-token
        volumeMounts:
        - name: config
          mountPath: /etc/agent
      - name: shipper
        image: registry.example/shipper:1.2
        env:
        - name: NODE
          valueFrom:
            fieldRef:
              fieldPath: spec.nodeName
        - name: TARGET
          valueFrom:
            configMapKeyRef:
              name: agent-target
              key: url
      - name: exporter
        image: registry.example/exporter:1.2
        ports:
        - containerPort: 9100
      volumes:
      - name: config
        configMap:
          name: agent-config
`,
  },
} satisfies Readonly<Record<string, LessonManifest>>;

export const YAML: Readonly<Record<keyof typeof LESSONS, LessonManifest>> = LESSONS;

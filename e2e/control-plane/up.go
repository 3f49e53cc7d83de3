package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/component-base/version"
)

//go:embed kwok.yaml
var kwokConfig []byte

// controllers are those that DaemonSets need. "*" runs all.
const controllers = "daemonset-controller,namespace-controller,serviceaccount-controller," +
	"root-ca-certificate-publisher-controller,garbage-collector-controller,node-lifecycle-controller," +
	"taint-eviction-controller,pod-garbage-collector-controller,ttl-controller"

type plane struct {
	dir         string
	port        int
	etcdClient  int
	etcdPeer    int
	lease       time.Duration
	grace       time.Duration
	auditPolicy string
	gates       string
	capture     string
	verbosity   int
	started     time.Time

	mu       sync.Mutex
	stopping bool
	children map[string]*exec.Cmd
	failed   chan error
	wait     sync.WaitGroup
}

func up(args []string) int {
	defaultPort, _ := strconv.Atoi(env("CP_PORT", "0"))
	flags := flag.NewFlagSet("up", flag.ExitOnError)
	port := flags.Int("port", defaultPort, "API server's port on 127.0.0.1 (CP_PORT); 0 picks a free one")
	dir := flags.String("dir", os.Getenv("CP_DIR"), "data, certificates and logs (CP_DIR); empty makes a temporary folder, removed at the end")
	kubeconfig := flags.String("kubeconfig", os.Getenv("CP_KUBECONFIG"), "where to write the admin's kubeconfig (CP_KUBECONFIG); empty means DIR/kubeconfig")
	count := flags.Int("nodes", 0, "create this many fake nodes and wait until they are Ready")
	which := flags.String("controllers", env("CP_CONTROLLERS", controllers), "kube-controller-manager --controllers (CP_CONTROLLERS)")
	lease := flags.Duration("node-lease", duration("CP_NODE_LEASE", 20*time.Second), "node leases' duration (CP_NODE_LEASE); a fake kubelet renews four times as often")
	grace := flags.Duration("node-grace", duration("CP_NODE_GRACE", 12*time.Second), "how long a silent node stays Ready (CP_NODE_GRACE); more than a quarter of the lease")
	auditPolicy := flags.String("audit-policy", "", "an audit policy; the log is then DIR/audit.log")
	gates := flags.String("feature-gates", "", "gates of the API server, such as ShardedListAndWatch=true")
	capture := flags.String("capture-bootstrap", "", "write what an empty cluster contains to this file, and end")
	verbosity := flags.Int("v", 0, "log verbosity of the Kubernetes components")
	withParent := flags.Bool("with-parent", false, "end when standard input ends, that is with the process that holds its other end")
	_ = flags.Parse(args)

	p := &plane{started: time.Now(), port: *port, lease: *lease, grace: *grace, auditPolicy: *auditPolicy, gates: *gates, capture: *capture, verbosity: *verbosity, children: map[string]*exec.Cmd{}, failed: make(chan error, 8)}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		if *withParent {
			cancel()
		}
	}()

	if err := p.run(ctx, *dir, *kubeconfig, *which, *count); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "control-plane:", err)
		return 1
	}
	return 0
}

func (p *plane) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "[%6.2fs] %s\n", time.Since(p.started).Seconds(), fmt.Sprintf(format, args...))
}

func (p *plane) run(ctx context.Context, dir, kubeconfig, which string, count int) (err error) {
	if dir == "" {
		if dir, err = os.MkdirTemp("", "control-plane-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if p.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if kubeconfig == "" {
		kubeconfig = p.path("kubeconfig")
	}
	if err := p.ports(); err != nil {
		return err
	}
	server := fmt.Sprintf("https://127.0.0.1:%d", p.port)
	etcd := fmt.Sprintf("http://127.0.0.1:%d", p.etcdClient)
	peer := fmt.Sprintf("http://127.0.0.1:%d", p.etcdPeer)

	if err := p.certificates(server, kubeconfig); err != nil {
		return err
	}
	// Fake kubelets report the version of the other components.
	kwok := bytes.ReplaceAll(kwokConfig, []byte("KUBERNETES_VERSION"), []byte(version.Get().GitVersion))
	if err := os.WriteFile(p.path("kwok.yaml"), kwok, 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(p.path("scheduler.yaml"), []byte(schedulerConfig(p.path("kube-scheduler.kubeconfig"))), 0o600); err != nil {
		return err
	}
	v := fmt.Sprintf("--v=%d", p.verbosity)
	isNew := !exists(p.path("etcd"))

	defer p.stop()
	p.start("etcd",
		"--name=default", "--data-dir="+p.path("etcd"), "--log-level=warn",
		"--listen-client-urls="+etcd, "--advertise-client-urls="+etcd,
		"--listen-peer-urls="+peer, "--initial-advertise-peer-urls="+peer, "--initial-cluster=default="+peer,
		"--unsafe-no-fsync", "--quota-backend-bytes=4294967296",
		"--auto-compaction-mode=periodic", "--auto-compaction-retention=0")
	// Waits for etcd, because the API server retries a refused connection only after a second.
	if err := p.until(ctx, 30*time.Second, "etcd", func() bool {
		c, err := net.Dial("tcp", strings.TrimPrefix(etcd, "http://"))
		if err != nil {
			return false
		}
		_ = c.Close()
		return true
	}); err != nil {
		return err
	}
	if isNew && p.capture == "" {
		if err := restoreBootstrap(ctx, etcd); err != nil {
			return fmt.Errorf("cannot restore %s: %w", bootstrapFile, err)
		}
	}
	apiServer := []string{
		"--etcd-servers=" + etcd, "--etcd-compaction-interval=5m",
		"--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", p.port),
		"--advertise-address=127.0.0.1", "--endpoint-reconciler-type=none",
		"--tls-cert-file=" + p.path("apiserver.crt"), "--tls-private-key-file=" + p.path("apiserver.key"),
		"--client-ca-file=" + p.path("ca.crt"), "--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc.cluster.local",
		"--service-account-key-file=" + p.path("service-account.pub"),
		"--service-account-signing-key-file=" + p.path("service-account.key"),
		"--service-cluster-ip-range=10.96.0.0/16",
		"--max-requests-inflight=3000", "--max-mutating-requests-inflight=1000",
		"--goaway-chance=0", "--profiling=false",
		// As in kubeadm and in managed clusters, because many agents are privileged.
		"--allow-privileged=true",
		// A real node's name is in no DNS.
		"--kubelet-preferred-address-types=InternalIP", v,
	}
	if p.auditPolicy != "" {
		apiServer = append(apiServer, "--audit-policy-file="+p.auditPolicy, "--audit-log-path="+p.path("audit.log"))
	}
	if p.gates != "" {
		apiServer = append(apiServer, "--feature-gates="+p.gates)
	}
	p.start("kube-apiserver", apiServer...)
	if err := p.ready(ctx, server+"/readyz"); err != nil {
		return err
	}
	p.say("API server ready at %s", server)
	p.start("kube-controller-manager",
		"--kubeconfig="+p.path("kube-controller-manager.kubeconfig"), "--leader-elect=false",
		"--secure-port=0", "--controllers="+which, "--use-service-account-credentials=true",
		"--service-account-private-key-file="+p.path("service-account.key"), "--root-ca-file="+p.path("ca.crt"),
		"--kube-api-qps=2000", "--kube-api-burst=4000", "--concurrent-daemonset-syncs=4",
		"--node-monitor-period=2s", "--node-monitor-grace-period="+p.grace.String(), "--profiling=false", v)
	p.start("kube-scheduler", "--config="+p.path("scheduler.yaml"), "--secure-port=0", v)
	p.start("kwok",
		"--kubeconfig="+p.path("kwok.kubeconfig"), "--config="+p.path("kwok.yaml"),
		"--manage-nodes-with-label-selector=kwok.x-k8s.io/node=fake",
		fmt.Sprintf("--node-lease-duration-seconds=%d", int(p.lease.Seconds())))

	client, err := connect(kubeconfig)
	if err != nil {
		return err
	}
	// The ServiceAccount admission refuses pods until this account exists.
	if err := p.until(ctx, 60*time.Second, "the default service account", func() bool {
		_, err := client.CoreV1().ServiceAccounts("default").Get(ctx, "default", metav1.GetOptions{})
		return err == nil
	}); err != nil {
		return err
	}
	p.say("controllers running")
	if p.capture != "" {
		return captureBootstrap(ctx, etcd, kubeconfig, p.capture)
	}
	if count > 0 {
		if err := createNodes(ctx, client, "node-", 0, count, "", 32); err != nil {
			return err
		}
		if err := p.until(ctx, 300*time.Second, "the nodes to be Ready", func() bool { return readyNodes(ctx, client) >= count }); err != nil {
			return err
		}
		p.say("%d nodes ready", count)
	}
	fmt.Printf("KUBECONFIG=%s\n", kubeconfig)
	if err := os.WriteFile(p.path("ready"), []byte(time.Now().Format(time.RFC3339Nano)+"\n"), 0o600); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-p.failed:
		return err
	}
}

func (p *plane) path(name string) string { return filepath.Join(p.dir, name) }

// ports takes free ports from the kernel, holding each until all are chosen.
func (p *plane) ports() error {
	for _, port := range []*int{&p.port, &p.etcdClient, &p.etcdPeer} {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
		if err != nil {
			return err
		}
		defer l.Close()
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return nil
}

func schedulerConfig(kubeconfig string) string {
	return fmt.Sprintf(`apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: false
clientConnection:
  kubeconfig: %q
  qps: 2000
  burst: 4000
enableProfiling: false
`, kubeconfig)
}

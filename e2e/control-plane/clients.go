package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/features"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/util/consistencydetector"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
)

const (
	namespace = "kube-system"
	// client-go waits up to 30 s before it lists again, and each failure doubles
	// the wait. Each phase therefore has few faults per kind, and new informers.
	settleLimit = 25 * time.Second
	leaseTime   = 3 * time.Second
)

// fault is one request to POST /simulator/faults.
type fault map[string]any

// phase is a run of new informers, with faults before their first list and
// faults while they watch.
type phase struct {
	Name   string
	Before []fault
	While  []fault
}

var phases = []phase{
	{
		Name: "connections that end",
		While: []fault{
			{"verb": "stall", "resource": "daemonsets"},
			{"verb": "dropWatches", "resource": "pods"},
			{"verb": "endWatches", "resource": "nodes"},
			{"verb": "garbageLine", "resource": "controllerrevisions"},
			{"verb": "stall", "resource": "pods"},
			{"verb": "resume"},
			{"verb": "dropWatches"},
			{"verb": "endWatches"},
		},
	},
	{
		Name:   "history that is too short",
		Before: []fault{{"verb": "setDelay", "ms": 20}},
		While: []fault{
			{"verb": "stall", "resource": "pods"},
			{"verb": "expireHistory"},
			{"verb": "dropWatches"},
			{"verb": "setDelay", "ms": 0},
			{"verb": "garbageLine", "resource": "nodes"},
		},
	},
	{
		Name: "refusals",
		Before: []fault{
			{"verb": "withoutStreamingList"},
			{"verb": "failNext", "resource": "pods", "of": "list", "status": 429, "retryAfterSeconds": 1},
			{"verb": "failNext", "resource": "nodes", "of": "list", "status": 503, "retryAfterSeconds": 1, "count": 2},
			{"verb": "failNext", "resource": "daemonsets", "of": "list", "status": 500},
		},
		While: []fault{
			{"verb": "failNext", "resource": "leases", "of": "update", "status": 500},
			{"verb": "failNext", "resource": "leases", "of": "get", "status": 503},
			{"verb": "failNext", "resource": "nodes", "of": "patch", "status": 429, "retryAfterSeconds": 1},
			{"verb": "failNext", "resource": "pods", "of": "watch", "status": 429, "retryAfterSeconds": 1},
			{"verb": "failNext", "resource": "controllerrevisions", "of": "watch", "status": 503},
			{"verb": "withoutStreamingList", "without": false},
			{"verb": "dropWatches"},
		},
	},
	// Running informers would wait for the versions that they had before, and stay
	// wrong, so that controllers are restarted after a restore. Here only the typed
	// client and the leader election continue through it.
	{
		Name:   "a backup that came back, and clocks that are wrong",
		Before: []fault{{"verb": "restoreOlderState", "secondsAgo": 3}, {"verb": "skewClock", "seconds": 90}},
		While: []fault{
			{"verb": "dropWatches"},
			{"verb": "skewClock", "seconds": -90},
			{"verb": "endWatches"},
			{"verb": "skewClock", "seconds": 0},
		},
	},
}

// gates are client-go's feature gates, with the given value for streaming lists.
// The environment has no effect on them, because this binary contains Kubernetes'
// components, which set these gates.
type gates struct {
	features.Gates
	streamingList bool
}

func (g gates) Enabled(key features.Feature) bool {
	if key == features.WatchListClient {
		return g.streamingList
	}
	return g.Gates.Enabled(key)
}

// exercise sends requests to one simulator and counts writes and events.
type exercise struct {
	server string
	client *kubernetes.Clientset
	random *rand.Rand
	writes int
	events atomic.Int64
}

// report is what the program prints.
type report struct {
	StreamingList bool           `json:"streamingList"`
	Detector      bool           `json:"detector"`
	Seed          int64          `json:"seed"`
	Phases        []phaseReport  `json:"phases"`
	Writes        int            `json:"writes"`
	Events        int64          `json:"events"`
	Terms         int64          `json:"terms"`
	Requests      map[string]int `json:"requests"`
	Problems      []string       `json:"problems"`
}

type phaseReport struct {
	Name    string         `json:"name"`
	Seconds float64        `json:"seconds"`
	Objects map[string]int `json:"objects"`
}

// clients runs client-go's informers, typed client and leader election against
// `daemonscope simulate --clock=manual` while faults are injected. At the end of
// each phase every informer's store must equal a fresh list.
func clients(args []string) int {
	flags := flag.NewFlagSet("clients", flag.ExitOnError)
	server := flags.String("server", "", "URL of the simulator")
	seed := flags.Int64("seed", 1, "which writes come in which order")
	streamingList := flags.Bool("streaming-list", true, "let informers ask for their first list as a stream")
	verbose := flags.Bool("verbose", false, "let client-go log")
	_ = flags.Parse(args)
	if *server == "" {
		fmt.Fprintln(os.Stderr, "clients: no simulator is named: give --server URL, as daemonscope simulate prints it")
		return 2
	}
	if !*verbose {
		klog.LogToStderr(false)
		klog.SetOutput(io.Discard)
	}
	features.ReplaceFeatureGates(gates{features.FeatureGates(), *streamingList})
	client, err := kubernetes.NewForConfig(&rest.Config{Host: *server, QPS: -1})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	e := &exercise{server: *server, client: client, random: rand.New(rand.NewSource(*seed))}
	out := report{
		StreamingList: features.FeatureGates().Enabled(features.WatchListClient),
		Detector:      consistencydetector.IsDataConsistencyDetectionForWatchListEnabled(),
		Seed:          *seed,
		Problems:      []string{},
	}
	problem := func(format string, values ...any) {
		out.Problems = append(out.Problems, fmt.Sprintf(format, values...))
	}

	election := e.elect()
	for _, p := range phases {
		began := time.Now()
		objects, err := e.live(p)
		if err != nil {
			problem("%s: %v", p.Name, err)
		}
		out.Phases = append(out.Phases, phaseReport{Name: p.Name, Seconds: time.Since(began).Seconds(), Objects: objects})
	}
	if err := election.end(e.client); err != nil {
		problem("leader election: %v", err)
	}
	out.Writes, out.Events, out.Terms = e.writes, e.events.Load(), election.terms.Load()
	if err := e.ask(http.MethodGet, "/simulator/requests", nil, &out.Requests); err != nil {
		problem("requests: %v", err)
	}
	// Keeps counts such as `list pods`, and drops those such as `GET /api/v1/pods`.
	maps.DeleteFunc(out.Requests, func(seen string, _ int) bool { return strings.Contains(seen, "/") })
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	_ = encoder.Encode(out)
	if len(out.Problems) > 0 {
		return 1
	}
	return 0
}

func (e *exercise) ask(method, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(method, e.server+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	if answer == nil {
		_, err = io.Copy(io.Discard, response.Body)
		return err
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

func (e *exercise) inject(f fault) error { return e.ask(http.MethodPost, "/simulator/faults", f, nil) }

// advance moves the simulator's clock, so that its control loops run.
func (e *exercise) advance(ms int) error {
	return e.ask(http.MethodPost, fmt.Sprintf("/simulator/advance?ms=%d", ms), fault{}, nil)
}

// watched is an informer and the list that its store must equal.
type watched struct {
	name     string
	informer cache.SharedIndexInformer
	list     pager.ListPageFunc
	options  metav1.ListOptions
}

func (e *exercise) informers(ctx context.Context) []watched {
	all := informers.NewSharedInformerFactory(e.client, 0)
	selector := "app=fluent-bit"
	some := informers.NewSharedInformerFactoryWithOptions(e.client, 0, informers.WithNamespace(namespace),
		informers.WithTweakListOptions(func(o *metav1.ListOptions) { o.LabelSelector = selector }))
	core, apps := e.client.CoreV1(), e.client.AppsV1()
	whole, paged := metav1.ListOptions{}, metav1.ListOptions{LabelSelector: selector, Limit: 7}
	kinds := []watched{
		{"pods", all.Core().V1().Pods().Informer(), func(c context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return core.Pods("").List(c, o)
		}, whole},
		{"nodes", all.Core().V1().Nodes().Informer(), func(c context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return core.Nodes().List(c, o)
		}, whole},
		{"daemonsets", all.Apps().V1().DaemonSets().Informer(), func(c context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return apps.DaemonSets("").List(c, o)
		}, whole},
		{"controllerrevisions", all.Apps().V1().ControllerRevisions().Informer(), func(c context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return apps.ControllerRevisions("").List(c, o)
		}, whole},
		{"pods of one label", some.Core().V1().Pods().Informer(), func(c context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return core.Pods(namespace).List(c, o)
		}, paged},
	}
	count := func(any) { e.events.Add(1) }
	for _, kind := range kinds {
		_, _ = kind.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc: count, DeleteFunc: count, UpdateFunc: func(_, _ any) { e.events.Add(1) },
		})
	}
	all.Start(ctx.Done())
	some.Start(ctx.Done())
	return kinds
}

// live runs one phase and returns the number of objects in each store at its end.
func (e *exercise) live(p phase) (map[string]int, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, f := range p.Before {
		if err := e.inject(f); err != nil {
			return nil, err
		}
	}
	kinds := e.informers(ctx)
	synced := make([]cache.InformerSynced, 0, len(kinds))
	for _, kind := range kinds {
		synced = append(synced, kind.informer.HasSynced)
	}
	first, stop := context.WithTimeout(ctx, settleLimit)
	defer stop()
	if !cache.WaitForCacheSync(first.Done(), synced...) {
		return nil, fmt.Errorf("the informers have no first list after %s", settleLimit)
	}
	for _, f := range p.While {
		if err := e.inject(f); err != nil {
			return nil, err
		}
		if err := e.write(ctx); err != nil {
			return nil, err
		}
		if err := e.advance(1500); err != nil {
			return nil, err
		}
	}
	for _, f := range []fault{{"verb": "resume"}, {"verb": "setDelay"}} {
		if err := e.inject(f); err != nil {
			return nil, err
		}
	}
	return e.settle(ctx, kinds)
}

// write changes the cluster as users and controllers do, by a typed client.
// client-go retries refusals that have a Retry-After.
func (e *exercise) write(ctx context.Context) error {
	nodes, err := e.client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return fmt.Errorf("list nodes: %w", err)
	}
	node := nodes.Items[e.random.Intn(len(nodes.Items))].Name
	patch := fmt.Sprintf(`{"metadata":{"labels":{"seen":"%d"}}}`, e.writes)
	pods, err := e.client.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{LabelSelector: "app=fluent-bit", Limit: 5})
	if err != nil {
		return fmt.Errorf("list pods: %w", err)
	}
	acts := map[string]func() error{
		"patch node": func() error {
			_, err := e.client.CoreV1().Nodes().Patch(ctx, node, types.StrategicMergePatchType, []byte(patch), metav1.PatchOptions{})
			return err
		},
		"update DaemonSet": func() error {
			return retry.RetryOnConflict(retry.DefaultRetry, func() error {
				set, err := e.client.AppsV1().DaemonSets(namespace).Get(ctx, "fluent-bit", metav1.GetOptions{})
				if err != nil {
					return err
				}
				set.Spec.Template.Spec.Containers[0].Image = fmt.Sprintf("registry.example/fluent-bit:%d", e.writes%3)
				_, err = e.client.AppsV1().DaemonSets(namespace).Update(ctx, set, metav1.UpdateOptions{})
				return err
			})
		},
		"config map": func() error {
			name := fmt.Sprintf("written-%d", e.writes)
			made := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{"a": "b"}}
			if _, err := e.client.CoreV1().ConfigMaps(namespace).Create(ctx, made, metav1.CreateOptions{}); err != nil {
				return err
			}
			return e.client.CoreV1().ConfigMaps(namespace).Delete(ctx, name, metav1.DeleteOptions{})
		},
	}
	if len(pods.Items) > 1 {
		leaves, goes := pods.Items[0].Name, pods.Items[1].Name
		acts["pod leaves the label"] = func() error {
			_, err := e.client.CoreV1().Pods(namespace).Patch(ctx, leaves, types.JSONPatchType,
				[]byte(`[{"op":"replace","path":"/metadata/labels/app","value":"nobody"}]`), metav1.PatchOptions{})
			return err
		}
		acts["delete pod"] = func() error { return e.client.CoreV1().Pods(namespace).Delete(ctx, goes, metav1.DeleteOptions{}) }
	}
	for _, name := range []string{"patch node", "update DaemonSet", "config map", "pod leaves the label", "delete pod"} {
		act, ok := acts[name]
		if !ok || (name != "patch node" && e.random.Intn(2) == 0) {
			continue
		}
		e.writes++
		if err := act(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// settle waits until every store equals a fresh list. The cluster does not change
// meanwhile, because its clock moves only by advance.
func (e *exercise) settle(ctx context.Context, kinds []watched) (map[string]int, error) {
	deadline := time.Now().Add(settleLimit)
	for {
		objects := map[string]int{}
		var different error
		for _, kind := range kinds {
			difference, err := kind.compare(ctx)
			if err != nil {
				return nil, err
			}
			objects[kind.name] = len(kind.informer.GetStore().List())
			if difference != "" && different == nil {
				different = fmt.Errorf("%s: %s", kind.name, difference)
			}
		}
		if different == nil {
			return objects, nil
		}
		if time.Now().After(deadline) {
			return objects, fmt.Errorf("a store differs from a list made anew, %s after the last fault: %w", settleLimit, different)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// compare returns the first difference between the store and a list; "" if there is none.
func (w watched) compare(ctx context.Context) (string, error) {
	var items []runtime.Object
	pages := pager.New(w.list)
	pages.PageSize = w.options.Limit
	err := pages.EachListItem(ctx, w.options, func(item runtime.Object) error {
		items = append(items, item)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("list %s: %w", w.name, err)
	}
	store := w.informer.GetStore()
	if has := len(store.ListKeys()); has != len(items) {
		return fmt.Sprintf("the store has %d objects, the list %d", has, len(items)), nil
	}
	for _, item := range items {
		key, err := cache.MetaNamespaceKeyFunc(item)
		if err != nil {
			return "", err
		}
		stored, ok, _ := store.GetByKey(key)
		if !ok {
			return key + " is not in the store", nil
		}
		if !apiequality.Semantic.DeepEqual(withoutType(stored), withoutType(item)) {
			have, _ := json.Marshal(stored)
			want, _ := json.Marshal(item)
			return fmt.Sprintf("%s is %s in the store and %s in the list", key, have, want), nil
		}
	}
	return "", nil
}

// withoutType removes kind and apiVersion, which a watch may have and a list does not.
func withoutType(object any) any {
	o, ok := object.(runtime.Object)
	if !ok {
		return object
	}
	c := o.DeepCopyObject()
	c.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind(""))
	return c
}

// election is two candidates for one lease.
type election struct {
	candidates []*candidate
	terms      atomic.Int64
	both       atomic.Bool
}

type candidate struct {
	name   string
	leads  atomic.Bool
	cancel context.CancelFunc
	done   chan struct{}
}

func (e *exercise) elect() *election {
	out := &election{candidates: []*candidate{{name: "one"}, {name: "two"}}}
	for _, self := range out.candidates {
		ctx, cancel := context.WithCancel(context.Background())
		self.cancel, self.done = cancel, make(chan struct{})
		go out.stand(ctx, self, &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "clients", Namespace: namespace},
			Client:     e.client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: self.name},
		})
	}
	return out
}

func (l *election) stand(ctx context.Context, self *candidate, lock resourcelock.Interface) {
	defer close(self.done)
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: leaseTime, RenewDeadline: leaseTime * 2 / 3, RetryPeriod: leaseTime / 10, ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				l.terms.Add(1)
				self.leads.Store(true)
				for _, other := range l.candidates {
					if other != self && other.leads.Load() {
						l.both.Store(true)
					}
				}
			},
			OnStoppedLeading: func() { self.leads.Store(false) },
		},
	})
}

// end stops the leader, waits until the other candidate leads, and stops it too.
func (l *election) end(client kubernetes.Interface) error {
	holder := func() (string, error) {
		lease, err := client.CoordinationV1().Leases(namespace).Get(context.Background(), "clients", metav1.GetOptions{})
		if err != nil || lease.Spec.HolderIdentity == nil {
			return "", err
		}
		return *lease.Spec.HolderIdentity, nil
	}
	was, err := holder()
	if err != nil {
		return err
	}
	for _, c := range l.candidates {
		if c.name == was {
			c.cancel()
			<-c.done
		}
	}
	deadline := time.Now().Add(3 * leaseTime)
	for now := was; now == was || now == ""; {
		if time.Now().After(deadline) {
			return fmt.Errorf("nobody took the lease over from %q within %s", was, 3*leaseTime)
		}
		time.Sleep(50 * time.Millisecond)
		if now, err = holder(); err != nil {
			return err
		}
	}
	for _, c := range l.candidates {
		c.cancel()
		<-c.done
	}
	if l.both.Load() {
		return fmt.Errorf("two candidates led at once")
	}
	return nil
}

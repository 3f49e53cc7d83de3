package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	clientv3 "go.etcd.io/etcd/client/v3"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// bootstrapFile lies next to the binary.
const bootstrapFile = "bootstrap.json"

// bootstrap holds what the components write into an empty etcd: some 300
// objects, mostly roles. A start that finds them needs half of the CPU.
type bootstrap struct {
	// KubeSystem is the uid of the namespace kube-system, which identifies a
	// cluster. Each start replaces it.
	KubeSystem string
	Objects    []stored
}

type stored struct {
	Key   string
	Value []byte
}

// perStart are kinds whose objects name the certificates or the processes of
// one start, or expire.
var perStart = []string{"/registry/configmaps/", "/registry/events/", "/registry/leases/", "/registry/masterleases/"}

// maxOperations is etcd's limit for a transaction.
const maxOperations = 128

// captureBootstrap writes the file once etcd is quiet for a second.
func captureBootstrap(ctx context.Context, endpoint, kubeconfig, file string) error {
	etcd, err := clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, Context: ctx})
	if err != nil {
		return err
	}
	defer etcd.Close()
	read := func() (*clientv3.GetResponse, error) {
		return etcd.Get(ctx, "/registry/", clientv3.WithPrefix(), clientv3.WithSort(clientv3.SortByModRevision, clientv3.SortAscend))
	}
	found, err := read()
	for revision := int64(0); err == nil && found.Header.Revision != revision; {
		revision = found.Header.Revision
		time.Sleep(time.Second)
		found, err = read()
	}
	if err != nil {
		return err
	}
	client, err := connect(kubeconfig)
	if err != nil {
		return err
	}
	namespace, err := client.CoreV1().Namespaces().Get(ctx, metav1.NamespaceSystem, metav1.GetOptions{})
	if err != nil {
		return err
	}
	written := bootstrap{KubeSystem: string(namespace.UID)}
	for _, kv := range found.Kvs {
		if key := string(kv.Key); kv.Lease == 0 && !hasPrefix(key, perStart) {
			written.Objects = append(written.Objects, stored{key, kv.Value})
		}
	}
	text, err := json.Marshal(written)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// restoreBootstrap fills an empty etcd, if the file exists.
func restoreBootstrap(ctx context.Context, endpoint string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(self), bootstrapFile))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var found bootstrap
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	etcd, err := clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, Context: ctx})
	if err != nil {
		return err
	}
	defer etcd.Close()
	uid := []byte(uuid.NewString())
	for objects := found.Objects; len(objects) > 0; {
		count := min(len(objects), maxOperations)
		puts := make([]clientv3.Op, count)
		for i, object := range objects[:count] {
			puts[i] = clientv3.OpPut(object.Key, string(bytes.ReplaceAll(object.Value, []byte(found.KubeSystem), uid)))
		}
		if _, err := etcd.Txn(ctx).Then(puts...).Commit(); err != nil {
			return err
		}
		objects = objects[count:]
	}
	return nil
}

func hasPrefix(key string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

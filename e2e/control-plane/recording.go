package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"sigs.k8s.io/kwok/pkg/kwokctl/recording"
	"sigs.k8s.io/kwok/pkg/kwokctl/snapshot"
	"sigs.k8s.io/kwok/pkg/utils/client"
	"sigs.k8s.io/kwok/pkg/utils/yaml"
)

// record is what kwokctl's "snapshot export --record" does, with kwok's own
// package: it writes objects, and then patches of their changes, until it is
// interrupted. It lists the kinds explicitly, because kwok's default lacks
// ControllerRevisions.
func record(args []string) int {
	flags := flag.NewFlagSet("record", flag.ExitOnError)
	kubeconfig := flags.String("kubeconfig", env("CP_KUBECONFIG", os.Getenv("KUBECONFIG")), "kubeconfig (CP_KUBECONFIG, KUBECONFIG)")
	path := flags.String("path", "", "the file to write")
	_ = flags.Parse(args)
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := recordTo(ctx, *kubeconfig, *path); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "record:", err)
		return 1
	}
	return 0
}

func recordTo(ctx context.Context, kubeconfig, path string) error {
	clients, err := client.NewClientset("", kubeconfig)
	if err != nil {
		return err
	}
	mapper, err := clients.ToRESTMapper()
	if err != nil {
		return err
	}
	kinds, errs := client.MappingForResources(mapper, []string{"node", "daemonset.apps", "controllerrevision.apps", "pod"})
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	saver, err := snapshot.NewSaver(snapshot.SaveConfig{Clientset: clients, Filters: kinds})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	began := time.Now()
	encoder := yaml.NewEncoder(recording.NewWriteHook(file, func(b []byte) []byte {
		return recording.ReplaceTimeToRelative(began, b)
	}))
	tracks := map[*meta.RESTMapping]*snapshot.TrackData{}
	if err := saver.Save(ctx, encoder, tracks); err != nil {
		return err
	}
	fmt.Println("recording")
	return saver.Record(ctx, encoder, tracks)
}

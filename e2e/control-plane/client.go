package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

func (p *plane) ready(ctx context.Context, url string) error {
	config, err := clientcmd.BuildConfigFromFlags("", p.path("kubeconfig"))
	if err != nil {
		return err
	}
	transport, err := rest.TransportFor(config)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: transport, Timeout: 2 * time.Second}
	return p.until(ctx, 120*time.Second, "the API server", func() bool {
		r, err := client.Get(url)
		if err != nil {
			return false
		}
		defer r.Body.Close()
		_, _ = io.Copy(io.Discard, r.Body)
		return r.StatusCode == http.StatusOK
	})
}

func connect(kubeconfig string) (*kubernetes.Clientset, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = -1, -1
	config.ContentType = "application/vnd.kubernetes.protobuf"
	return kubernetes.NewForConfig(config)
}

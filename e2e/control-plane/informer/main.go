// Watches the nodes of an API server with client-go's informer, for the scorecard of e2e/faults. Prints "P NAME WRITE"
// for each add and update, "D NAME" for each deletion, and "L 0" for each error of the watch.
package main

import (
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func put(object any) {
	if node, ok := object.(*corev1.Node); ok {
		fmt.Printf("P %s %s\n", node.Name, node.Labels["write"])
	}
}

func drop(object any) {
	if gone, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = gone.Obj
	}
	if node, ok := object.(*corev1.Node); ok {
		fmt.Printf("D %s\n", node.Name)
	}
}

func main() {
	client := kubernetes.NewForConfigOrDie(&rest.Config{Host: os.Args[1]})
	factory := informers.NewSharedInformerFactory(client, 0*time.Second)
	informer := factory.Core().V1().Nodes().Informer()
	if err := informer.SetWatchErrorHandler(func(*cache.Reflector, error) { fmt.Println("L 0") }); err != nil {
		panic(err)
	}
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    put,
		UpdateFunc: func(_, object any) { put(object) },
		DeleteFunc: drop,
	}); err != nil {
		panic(err)
	}
	informer.Run(make(chan struct{}))
}

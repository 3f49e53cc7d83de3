module daemonscope.dev/conformance/crds

go 1.26.0

// Their CustomResourceDefinitions are read from their modules; nothing of them is built.
require (
	github.com/prometheus-operator/prometheus-operator v0.85.0
	sigs.k8s.io/gateway-api v1.4.1
)
